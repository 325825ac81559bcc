import { parentPort, workerData } from 'node:worker_threads';
import { AskedModels } from './asked-models.ts';
import type { FromModels, ModelThreadData, ToModels } from './model-messages.ts';

// Asks models and reads their answers, in a thread of its own.
const tell = (message: FromModels) => parentPort?.postMessage(message);
const models = new AskedModels(workerData as ModelThreadData, (news) => tell({ kind: 'news', news })); // sent by model-thread.ts alone
parentPort?.on('message', (message: ToModels) => models.take(message));

// Reports errors that a provider's package throws where nobody waits, so that they end no answer of others.
const tellFault = (reason: unknown) =>
  tell({ kind: 'fault', reason: reason instanceof Error ? reason.name : typeof reason });
process.on('unhandledRejection', tellFault);
process.on('uncaughtException', tellFault);
