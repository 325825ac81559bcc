import { parentPort, workerData } from 'node:worker_threads';
import { AskedModels } from './asked-models.ts';
import type { ModelThreadData, ToModels } from './model-messages.ts';

// Asks models and reads their answers, in a thread of its own.
const models = new AskedModels(workerData as ModelThreadData, (news) => parentPort?.postMessage(news)); // sent by model-thread.ts alone
parentPort?.on('message', (message: ToModels) => models.take(message));
