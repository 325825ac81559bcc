import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { InvalidQuery } from './invalid-query.ts';
import type { LargeJsonAnswer } from './large-json-messages.ts';

/** Size from which parsing would block other requests too long: up to 8 ms for a megabyte. */
export const largeFromBytes = 512 * 1024;

const workerFile = new URL('./large-json-worker.ts', import.meta.url);

let lastReading: Promise<unknown> = Promise.resolve();

/**
 * Parses a body of many megabytes in a new thread: such bodies are rare, and often hostile. One at a time, so that a
 * thousand of them do not start a thousand threads.
 *
 * @param body is transferred; a query that is JSON in a text is parsed too @throws InvalidQuery
 */
export function readLargeJson(body: Buffer): Promise<unknown> {
  const reading = lastReading.then(() => readInThread(body));
  lastReading = reading.catch(() => undefined); // told to who asked
  return reading;
}

async function readInThread(body: Buffer): Promise<unknown> {
  const worker = new Worker(workerFile, { workerData: body, transferList: [body.buffer as ArrayBuffer] }); // not shared
  try {
    const answer = await Promise.race([once(worker, 'message'), ended(worker)]);
    return valueOf(answer[0] as LargeJsonAnswer); // sent by large-json-worker.ts alone
  } finally {
    await worker.terminate();
  }
}

async function ended(worker: Worker): Promise<never> {
  await once(worker, 'exit');
  throw new Error('the thread that read a body ended');
}

function valueOf(answer: LargeJsonAnswer): unknown {
  switch (answer.kind) {
    case 'read':
      return answer.value;
    case 'refused':
      throw new InvalidQuery(answer.problems);
    case 'failed':
      throw new Error(`a body could not be read: ${answer.message}`);
  }
}
