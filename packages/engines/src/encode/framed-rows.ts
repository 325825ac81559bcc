/** Size below which rows are copied into a body: copying them is fast, and room around them would take more memory. */
const largeBytes = 1024 * 1024;
/** Room before and after large rows, for the other fields of the body. */
const roomBytes = 64 * 1024;

/**
 * Joins large rows into one piece in the middle of a buffer with room around them. The body is then built in place,
 * without another copy. Meant for the thread that writes the rows, where copying delays no request. The pieces are
 * emptied.
 */
export function withRoom(pieces: readonly Uint8Array<ArrayBuffer>[]): readonly Uint8Array<ArrayBuffer>[] {
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  if (length < largeBytes) return pieces;
  const rows = new Uint8Array(new ArrayBuffer(roomBytes + length + roomBytes), roomBytes, length);
  let at = 0;
  for (const piece of pieces) {
    rows.set(piece, at);
    at += piece.byteLength;
    piece.buffer.transfer(0); // freed at once, to avoid holding the rows twice
  }
  return [rows];
}

/** Buffers whose room is in use. */
const framed = new WeakSet<ArrayBufferLike>();

/** Joins `head`, rows and `tail` into one piece. Uses the room around the rows if it is still free, else copies. */
export function frameRows(head: Uint8Array, pieces: readonly Uint8Array[], tail: Uint8Array): Buffer {
  const [rows] = pieces;
  if (pieces.length !== 1 || rows === undefined || !hasRoom(rows, head, tail)) {
    return Buffer.concat([head, ...pieces, tail]);
  }
  const { buffer, byteOffset, byteLength } = rows;
  framed.add(buffer);
  const frame = Buffer.from(buffer, byteOffset - head.byteLength, head.byteLength + byteLength + tail.byteLength);
  frame.set(head, 0);
  frame.set(tail, head.byteLength + byteLength);
  return frame;
}

function hasRoom({ buffer, byteOffset, byteLength }: Uint8Array, head: Uint8Array, tail: Uint8Array): boolean {
  const isMade = byteOffset === roomBytes && buffer.byteLength === roomBytes + byteLength + roomBytes;
  return isMade && !framed.has(buffer) && head.byteLength <= roomBytes && tail.byteLength <= roomBytes;
}
