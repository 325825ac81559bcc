import { setImmediate } from 'node:timers/promises';

/** Size of a piece, small enough for a backup to hold a hundred of them at a time. */
const pieceBytes = 64 * 1024;

/** Parts of a file as they are stored, in base64; other work has turns between them, since SQLite writes on this thread. */
export async function* storedPieces(content: Uint8Array): AsyncGenerator<string, void> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    yield Buffer.from(content.subarray(at, at + pieceBytes)).toString('base64');
    await setImmediate();
  }
}

/** Puts stored parts of a file together. */
export function fromStoredPieces(pieces: readonly { readonly content: string }[]): Buffer {
  return Buffer.concat(pieces.map(({ content }) => Buffer.from(content, 'base64')));
}
