import type { Batch } from '../engine.ts';

/** Turns batches of columns into `data`, piece by piece. */
export interface RowWriter {
  /** Takes rows `[from, to)` of a batch. */
  write(batch: Batch, from: number, to: number): void;
  /** The complete pieces, in order, each returned once; none where no piece is known before the last row. */
  take(): readonly Uint8Array<ArrayBuffer>[];
  /** The remaining pieces, in order. */
  end(): readonly Uint8Array<ArrayBuffer>[];
}
