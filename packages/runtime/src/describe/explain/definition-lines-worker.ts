import { parentPort, workerData } from 'node:worker_threads';
import { definitionLinesOf } from '@orrery/semantic';
import { loadModelFiles } from '../../model/index.ts';
import type { LinesWanted } from './definition-lines.ts';

// Reads some files with positions in a thread of its own and ends.
const { directory, paths, templates } = workerData as LinesWanted; // given by readDefinitionLines alone
const wanted = new Set(paths);
const files = loadModelFiles(directory).filter(({ path }) => wanted.has(path) || /\.jinja$/i.test(path));
parentPort?.postMessage([...definitionLinesOf(files, templates)]);
