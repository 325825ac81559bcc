import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResponseFormat } from '@orrery/contract';
import type { Batch } from '@orrery/engines';
import type { RowKey } from './row-layout.ts';
import { createRowWriter } from './row-writer.ts';

/** Rows written in one go: about a millisecond of work. */
const rowsAtOnce = 2048;

/** Cells written before others get their turn: wide rows count for more. */
const cellsAtOnce = 32_768;

/**
 * The JSON of `data`, in pieces, straight from the columns of the engine. Other requests get their turn in between.
 *
 * @throws whatever the batches throw
 */
export async function presentRows(
  batches: AsyncIterable<Batch> | Iterable<Batch>,
  keys: readonly RowKey[],
  format: ResponseFormat,
): Promise<readonly Buffer[]> {
  const writer = createRowWriter(format, keys);
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
