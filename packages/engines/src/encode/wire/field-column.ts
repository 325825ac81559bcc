import type { ByteSink } from '../../value-text/index.ts';

/**
 * Writes the fields of one column for many rows: loops over one kind of values are several times as fast as loops over
 * the columns of a row.
 */
export interface FieldColumn {
  /** Tells the number of bytes of each value, from row `from` on, and -1 for NULL. */
  measure(from: number, to: number, sizes: Int32Array): void;
  /**
   * Writes the length and the value of rows at their places, and moves these behind it.
   *
   * @param first index in `sizes` and `places` of row `from` @returns false where a text is not valid
   */
  fill(sink: ByteSink, range: FieldRange, sizes: Int32Array, places: Int32Array): boolean;
}

export interface FieldRange {
  readonly from: number;
  readonly to: number;
  /** Index of row `from` among those that were measured. */
  readonly first: number;
}

/** Size from which a call copies a value faster than a loop. */
export const longValue = 96;
