import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Batch, ResultColumn } from '../engine.ts';
import { withRoom } from './framed-rows.ts';
import type { RowEncoding, RowKey } from './row-encoding.ts';
import { heldBackBytes, type RowOutlet } from './row-outlet.ts';
import type { RowWriter } from './row-pieces.ts';
import { createRowWriter } from './row-writer.ts';

/** Rows written in one go: about a millisecond of work. */
const rowsAtOnce = 2048;

/** Number of cells after which other work gets a turn: wide rows count for more. */
const cellsAtOnce = 32_768;

/** The result of an engine, or of its replacement in a test. */
interface Result {
  readonly columns: readonly ResultColumn[];
  readonly batches: AsyncIterable<Batch> | Iterable<Batch>;
}

interface Encoded {
  /** `data` in pieces, without those that an outlet took. */
  readonly data: readonly Uint8Array<ArrayBuffer>[];
  readonly rowCount: number;
  /** Time spent writing, without waiting for the engine and for readers. */
  readonly encodeMs: number;
  /** Time spent waiting for readers. */
  readonly heldMs: number;
}

/**
 * Writes `data` directly from the columns of the engine. Lets other work run in between.
 *
 * @param outlet takes the pieces of long rows as they are written; absent: all are returned at the end
 * @throws ResultTooLarge, and whatever the batches and the outlet throw
 */
export async function encodeRows(
  { columns, batches }: Result,
  encoding: RowEncoding,
  maxBytes: number,
  outlet?: RowOutlet,
): Promise<Encoded> {
  const writer = createRowWriter(encoding, columns, maxBytes);
  const step = Math.max(1, Math.min(rowsAtOnce, Math.floor(cellsAtOnce / Math.max(1, selected(encoding).length))));
  const outflow = outlet && new Outflow(writer, outlet, heldBackBytes(maxBytes));
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
      if (outflow?.isFull) await outflow.drain();
    }
    rowCount += batch.rowCount;
  }
  const endedAt = performance.now();
  const data = outflow ? outflow.rest() : withRoom(writer.end());
  return { data, rowCount, encodeMs: encodeMs + performance.now() - endedAt, heldMs: outflow?.heldMs ?? 0 };
}

/** Passes the pieces of a writer to an outlet. Holds the first pieces back while they are few, then passes each on. */
class Outflow {
  readonly #writer: RowWriter;
  readonly #outlet: RowOutlet;
  readonly #heldBackBytes: number;
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #hasBegun = false;
  heldMs = 0;

  constructor(writer: RowWriter, outlet: RowOutlet, heldBack: number) {
    this.#writer = writer;
    this.#outlet = outlet;
    this.#heldBackBytes = heldBack;
  }

  /** Whether there is something to hand over. */
  get isFull(): boolean {
    this.#pieces.push(...this.#writer.take());
    if (this.#hasBegun) return this.#pieces.length > 0;
    return this.#pieces.reduce((sum, piece) => sum + piece.byteLength, 0) > this.#heldBackBytes;
  }

  /** @throws what the outlet throws */
  async drain(): Promise<void> {
    this.#hasBegun = true;
    const startedAt = performance.now();
    const pieces = this.#pieces;
    this.#pieces = [];
    await this.#outlet.put(pieces);
    this.heldMs += performance.now() - startedAt;
  }

  /**
   * Pieces that the outlet has not taken.
   * @throws ResultTooLarge
   */
  rest(): readonly Uint8Array<ArrayBuffer>[] {
    const pieces = [...this.#pieces, ...this.#writer.end()];
    return this.#hasBegun ? pieces : withRoom(pieces);
  }
}

/** Checks that each column exists, because a missing one must never be read as NULL. */
function requireColumns(batch: Batch, encoding: RowEncoding): void {
  if (batch.rowCount === 0) return;
  const columns = batch.written ?? batch.columns;
  const missing = selected(encoding).find(({ output }) => columns[output] === undefined);
  if (missing) throw new Error(`the data source gave no column for '${missing.name}'`);
}

/** The columns of the engine that are written. */
function selected(encoding: RowEncoding): readonly Pick<RowKey, 'name' | 'output'>[] {
  return encoding.format === 'wire' ? encoding.columns : encoding.keys;
}
