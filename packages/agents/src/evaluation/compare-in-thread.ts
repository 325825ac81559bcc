import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { unlessAborted } from '@orrery/kernel';
import type { ResultOfStatement } from '../turn/index.ts';
import type { Grade } from './grade.ts';

type StatementRow = ResultOfStatement['rows'][number];
type ReceivedResults = Omit<ResultOfStatement, 'rows' | 'origin'> & { readonly rows: StatementRow[] };

export interface Results {
  readonly truth: ReceivedResults;
  readonly given: ReceivedResults;
}

/** The messages to the thread, in this order: once, many times, once. */
export type PartOfResults =
  | { readonly kind: 'begin'; readonly results: Results }
  | { readonly kind: 'rows'; readonly of: keyof Results; readonly rows: readonly StatementRow[] }
  | { readonly kind: 'end' };

/** Rows that are copied to the thread at once: a few milliseconds where they are narrow. */
const rowsAtOnce = 1_000;
const workerFile = new URL('./compare-worker.ts', import.meta.url);

/** Several times what the largest results take that are compared. */
const maxOldGenerationSizeMb = 1_024;

let lastComparison: Promise<unknown> = Promise.resolve();

/**
 * Compares large results as `compareResults` does, in a thread of its own, so that other requests are answered meanwhile.
 * One pair at a time: each takes hundreds of megabytes for a while.
 *
 * @throws the reason of the signal
 */
export function compareInThread(
  truth: ResultOfStatement,
  given: ResultOfStatement,
  signal: AbortSignal,
): Promise<Grade> {
  const comparison = lastComparison.then(() => compare(truth, given, signal));
  lastComparison = comparison.catch(() => undefined); // told to who asked
  return unlessAborted(comparison, signal);
}

async function compare(truth: ResultOfStatement, given: ResultOfStatement, signal: AbortSignal): Promise<Grade> {
  signal.throwIfAborted();
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb } });
  const answer = Promise.race([once(worker, 'message', { signal }), ended(worker)]);
  answer.catch(() => undefined); // awaited below, after the results are sent
  const send = (part: PartOfResults) => worker.postMessage(part);
  try {
    send({ kind: 'begin', results: { truth: withoutRows(truth), given: withoutRows(given) } });
    for (const [of, { rows }] of [
      ['truth', truth],
      ['given', given],
    ] as const) {
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        send({ kind: 'rows', of, rows: rows.slice(from, from + rowsAtOnce) });
        await setImmediate();
        signal.throwIfAborted();
      }
    }
    send({ kind: 'end' });
    const [grade] = await answer;
    return grade as Grade; // sent by compare-worker.ts alone
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}

function withoutRows({ columns, totalRows }: ResultOfStatement): ReceivedResults {
  return { columns, totalRows, rows: [] };
}

async function ended(worker: Worker): Promise<never> {
  await once(worker, 'exit'); // rejects with the error of the thread
  throw new Error('the thread that compared results ended');
}
