import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResponseFormat } from '@orrery/contract';
import type { Batch, ResultColumn } from '@orrery/engines';
import type { RowKey } from './row-layout.ts';
import { createRowWriter } from './row-writer.ts';

/** Rows written in one go: about a millisecond of work. */
const rowsAtOnce = 2048;

/** Cells written before others get their turn: wide rows count for more. */
const cellsAtOnce = 32_768;

/** What an engine answers, or a test in its place. */
interface Result {
  readonly columns: readonly ResultColumn[];
  readonly batches: AsyncIterable<Batch> | Iterable<Batch>;
}

/**
 * The JSON of `data`, in pieces, straight from the columns of the engine. Other requests get their turn in between.
 *
 * @throws whatever the batches throw
 */
export async function presentRows(
  { columns, batches }: Result,
  keys: readonly RowKey[],
  format: ResponseFormat,
): Promise<readonly Buffer[]> {
  const writer = createRowWriter(format, keys, columns);
  const step = Math.max(1, Math.min(rowsAtOnce, Math.floor(cellsAtOnce / Math.max(1, keys.length))));
  let sinceTurn = 0;
  for await (const batch of batches) {
    for (let from = 0; from < batch.rowCount; from += step) {
      const to = Math.min(batch.rowCount, from + step);
      if (sinceTurn + (to - from) > step) {
        await nextTurn();
        sinceTurn = 0;
      }
      writer.write(batch, from, to);
      sinceTurn += to - from;
    }
  }
  return writer.end();
}
