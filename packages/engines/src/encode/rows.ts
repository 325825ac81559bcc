import type { BlockGeneration } from '../engine.ts';

/** The encoded rows of one statement. */
export interface Rows {
  /** `data` in pieces, without those that a sink took before. */
  readonly data: readonly Uint8Array<ArrayBuffer>[];
  readonly rowCount: number;
  /** Generation of the data that the rows were read from. Rows may be cached for this generation only. */
  readonly generation: string | undefined;
  /** See `ResultStream`. */
  readonly engineQueryId?: string | undefined;
  /** See `ResultStream`. */
  readonly blockGenerations?: readonly BlockGeneration[];
  /** Time until the last row arrived, without the time for writing and, as far as known, for waiting for readers. */
  readonly engineMs: number;
  readonly encodeMs: number;
}

/** Takes the pieces of long rows while they are written. */
export interface RowSink {
  /** Pieces in order. They exceed the allowed bytes only by the rows that were written at once. */
  put(pieces: readonly Uint8Array<ArrayBuffer>[]): void;
  /**
   * Reports the number of bytes that may have been put in all: at once, and whenever it grows.
   *
   * @param tell no longer called once the rows have ended
   */
  onAllowed(tell: (bytes: number) => void): void;
}
