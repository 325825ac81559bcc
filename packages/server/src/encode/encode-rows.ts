import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResponseFormat } from '@orrery/contract';
import type { Batch, ResultColumn } from '@orrery/engines';
import type { RowKey } from './row-key.ts';
import { createRowWriter } from './row-writer.ts';

/** Rows written in one go: about a millisecond of work. */
const rowsAtOnce = 2048;

/** Cells written before others get their turn: wide rows count for more. */
const cellsAtOnce = 32_768;

/** How rows are written. */
export interface RowEncoding {
  readonly format: ResponseFormat;
  readonly keys: readonly RowKey[];
}

/** What an engine answers, or a test in its place. */
interface Result {
  readonly columns: readonly ResultColumn[];
  readonly batches: AsyncIterable<Batch> | Iterable<Batch>;
}

interface Encoded {
  /** The JSON of `data`, in pieces. */
  readonly data: readonly Buffer[];
  readonly rowCount: number;
  /** Time spent writing, waiting for the engine left out. */
  readonly encodeMs: number;
}

/**
 * The JSON of `data` straight from the columns of the engine. Others get their turn in between.
 *
 * @throws whatever the batches throw
 */
export async function encodeRows({ columns, batches }: Result, { format, keys }: RowEncoding): Promise<Encoded> {
  const writer = createRowWriter(format, keys, columns);
  const step = Math.max(1, Math.min(rowsAtOnce, Math.floor(cellsAtOnce / Math.max(1, keys.length))));
  let [sinceTurn, rowCount, encodeMs] = [0, 0, 0];
  for await (const batch of batches) {
    for (let from = 0; from < batch.rowCount; from += step) {
      const to = Math.min(batch.rowCount, from + step);
      if (sinceTurn + (to - from) > step) {
        await nextTurn();
        sinceTurn = 0;
      }
      const startedAt = performance.now();
      writer.write(batch, from, to);
      encodeMs += performance.now() - startedAt;
      sinceTurn += to - from;
    }
    rowCount += batch.rowCount;
  }
  return { data: writer.end(), rowCount, encodeMs };
}
