/** Messages of a piece up to a number of them. */
export interface CutMessages {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Messages behind them; undefined: none. */
  readonly rest: Uint8Array | undefined;
}

/** Cuts whole messages behind the one that is the last wanted. */
export function cutMessages(piece: Uint8Array, most: number): CutMessages {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  let at = 0;
  let count = 0;
  while (at < piece.byteLength && count < most) {
    at += 1 + view.getUint32(at + 1);
    count += 1;
  }
  if (at >= piece.byteLength) return { bytes: piece, count, rest: undefined };
  return { bytes: piece.subarray(0, at), count, rest: piece.subarray(at) };
}
