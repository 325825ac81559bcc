/** The encoded rows of one statement. */
export interface Rows {
  /** The JSON of `data`, in pieces, without those that a sink took before. */
  readonly data: readonly Uint8Array<ArrayBuffer>[];
  readonly rowCount: number;
  /** Generation of the data that the rows were read from. Rows may be cached for this generation only. */
  readonly generation: string | undefined;
  /** Time until the last row arrived, without the time for writing and, as far as known, for waiting for readers. */
  readonly engineMs: number;
  readonly encodeMs: number;
}

/** Takes the pieces of long rows while they are written. */
export interface RowSink {
  /** In order. More than was allowed only by what was written at once. */
  put(pieces: readonly Uint8Array<ArrayBuffer>[]): void;
  /**
   * Says at once, and whenever it grows, how many bytes may have been put in all.
   *
   * @param tell asked no more once the rows are over
   */
  onAllowed(tell: (bytes: number) => void): void;
}
