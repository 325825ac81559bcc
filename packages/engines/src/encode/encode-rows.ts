import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Batch, ResultColumn } from '../engine.ts';
import { withRoom } from './framed-rows.ts';
import type { RowEncoding } from './row-encoding.ts';
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

interface Encoded {
  /** The JSON of `data`, in pieces. */
  readonly data: readonly Uint8Array<ArrayBuffer>[];
  readonly rowCount: number;
  /** Time spent writing, waiting for the engine left out. */
  readonly encodeMs: number;
}

/**
 * The JSON of `data` straight from the columns of the engine. Others get their turn in between.
 *
 * @throws ResultTooLarge, and whatever the batches throw
 */
export async function encodeRows(
  { columns, batches }: Result,
  encoding: RowEncoding,
  maxBytes: number,
): Promise<Encoded> {
  const writer = createRowWriter(encoding, columns, maxBytes);
  const step = Math.max(1, Math.min(rowsAtOnce, Math.floor(cellsAtOnce / Math.max(1, encoding.keys.length))));
  let [sinceTurn, rowCount, encodeMs] = [0, 0, 0];
  for await (const batch of batches) {
    requireColumns(batch, encoding);
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
  const endedAt = performance.now();
  const data = withRoom(writer.end());
  return { data, rowCount, encodeMs: encodeMs + performance.now() - endedAt };
}

/** What is not there must never be taken for NULL. */
function requireColumns({ rowCount, columns }: Batch, { keys }: RowEncoding): void {
  if (rowCount === 0) return;
  const missing = keys.find((key) => columns[key.output] === undefined);
  if (missing) throw new Error(`the data source gave no column for '${missing.name}'`);
}
