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
 * Rows of at most so many bytes are held back until the last one is there, so that whatever fails until then is refused.
 *
 * @param maxBytes of all rows: where few are allowed, all of them are held back
 */
export function heldBackBytes(maxBytes: number): number {
  return maxBytes < smallLimit ? maxBytes : enoughToBegin;
}
