import type { Batch, ResultColumn } from '../engine.ts';
import type { RowEncoding } from './row-encoding.ts';
import type { Rows } from './rows.ts';

/** The first rows of a statement whose columns its source tells, in lines. */
export interface WrittenRows extends Rows {
  readonly columns: readonly ResultColumn[];
  /** Whether there are more rows. */
  readonly isCut: boolean;
}

/** All columns in their order; days are shown without a time of day. */
export function linesOf(columns: readonly ResultColumn[]): RowEncoding {
  const keys = columns.map(({ name, isDay }, output) => ({
    name,
    output,
    ...(isDay ? { shows: 'day' as const } : {}),
  }));
  return { format: 'lines', keys };
}

/** Ends after so many rows, which stops the statement. */
export class FirstRows implements AsyncIterable<Batch> {
  readonly #batches: AsyncIterable<Batch>;
  readonly #most: number;
  isCut = false;

  constructor(batches: AsyncIterable<Batch>, most: number) {
    this.#batches = batches;
    this.#most = most;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch, void> {
    let left = this.#most;
    for await (const batch of this.#batches) {
      this.isCut = batch.rowCount > left;
      if (this.isCut) {
        const columns = batch.columns.map((values) => values.slice(0, left));
        if (left > 0) yield { rowCount: left, columns };
        return;
      }
      left -= batch.rowCount;
      yield batch;
    }
  }
}
