/** Smaller rows are copied into a body as fast as they are looked at; room around them would weigh more than they do. */
const largeBytes = 1024 * 1024;
/** Before and behind large rows, for what a body says about them. */
const roomBytes = 64 * 1024;

/**
 * Large rows in one piece, in the middle of a buffer that has room around them: a body is then made where they lie,
 * without another copy. For the thread that writes them; copying keeps nobody waiting there. The pieces are used up.
 */
export function withRoom(pieces: readonly Uint8Array<ArrayBuffer>[]): readonly Uint8Array<ArrayBuffer>[] {
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  if (length < largeBytes) return pieces;
  const rows = new Uint8Array(new ArrayBuffer(roomBytes + length + roomBytes), roomBytes, length);
  let at = 0;
  for (const piece of pieces) {
    rows.set(piece, at);
    at += piece.byteLength;
    piece.buffer.transfer(0); // free at once, or there would be twice as much
  }
  return [rows];
}

/** Buffers whose room is taken. */
const framed = new WeakSet<ArrayBufferLike>();

/** `head`, rows and `tail` in one piece: where the rows lie when that has room, which is taken once; else a copy. */
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
