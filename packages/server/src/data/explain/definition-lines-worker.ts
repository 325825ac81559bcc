import { parentPort, workerData } from 'node:worker_threads';
import { definitionLines, type ModelFile } from '@orrery/semantic';

// Reads some files with positions in a thread of its own and ends.
const files = workerData as readonly ModelFile[]; // given by readDefinitionLines alone
parentPort?.postMessage(files.map((file) => [file.path, definitionLines(file)]));
