/** The rows of one statement, written. */
export interface Rows {
  /** The JSON of `data`, in pieces, without those that a sink took before. */
  readonly data: readonly Uint8Array<ArrayBuffer>[];
  readonly rowCount: number;
  /** Of the data they were read from. Rows may be kept for a generation only when this is that one. */
  readonly generation: string | undefined;
  /** Until the last row was there; writing, and waiting for readers, left out as far as can be told. */
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
