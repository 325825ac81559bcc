/** Where rows go before all of them are there. */
export interface RowOutlet {
  /**
   * Takes the pieces over, in order.
   *
   * @returns resolves when more may come
   * @throws when nobody wants more
   */
  put(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<void>;
}

/** Rows of at most so many bytes are held back until the last one is there, so that whatever fails until then is refused. */
export const heldBackBytes = 1024 * 1024;
