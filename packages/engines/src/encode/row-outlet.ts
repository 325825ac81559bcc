/** Takes rows before the last one has arrived. */
export interface RowOutlet {
  /**
   * Takes ownership of the pieces, in order.
   *
   * @returns resolves when more pieces may come
   * @throws when no more rows are wanted
   */
  put(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<void>;
}

const enoughToBegin = 256 * 1024;
const smallLimit = 2 * 1024 * 1024;

/**
 * Holds rows back up to this number of bytes, so that a failure until then can still be an error response.
 *
 * @param maxBytes of all rows: if it is small, all of them are held back
 */
export function heldBackBytes(maxBytes: number): number {
  return maxBytes < smallLimit ? maxBytes : enoughToBegin;
}
