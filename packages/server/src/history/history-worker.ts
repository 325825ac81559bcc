import { parentPort, workerData } from 'node:worker_threads';
import { deferredHistory } from './deferred-history.ts';
import { openHistoryFile } from './history-file.ts';
import type { HistoryAnswer, HistoryRequest, HistoryThreadData } from './history-messages.ts';

// Runs in its own thread: SQLite works in the thread that asks, and a commit or a long search would hold up requests.
const { file } = workerData as HistoryThreadData; // given by HistoryThread alone
const history = deferredHistory(() => openHistoryFile(file));
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (request: HistoryRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answer(request)));
});

async function answer(request: HistoryRequest): Promise<HistoryAnswer> {
  try {
    return { number: request.number, value: await perform(request) };
  } catch (error) {
    return { number: request.number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function perform(request: HistoryRequest): Promise<unknown> {
  switch (request.act) {
    case 'append':
      return history.append(...request.given);
    case 'list':
      return history.list(...request.given);
    case 'find':
      return history.find(...request.given);
    case 'prune':
      return history.prune(...request.given);
    case 'close':
      return history.close();
  }
}
