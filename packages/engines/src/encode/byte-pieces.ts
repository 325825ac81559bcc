import { ResultTooLarge } from './result-too-large.ts';

/** Text of this many UTF-16 units becomes a piece: large enough that there are few, small enough to be sent at once. */
export const pieceLength = 128 * 1024;

const encoder = new TextEncoder();

/** What the pieces of one answer may hold together. */
export class ByteLimit {
  readonly #maxBytes: number;
  #left: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#left = maxBytes;
  }

  /** @throws ResultTooLarge */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new ResultTooLarge(this.#maxBytes);
  }
}

/** Text as UTF-8, in pieces that own their memory, so that each can be given to another thread. */
export class BytePieces {
  readonly #limit: ByteLimit;
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #text = '';

  constructor(limit: ByteLimit) {
    this.#limit = limit;
  }

  /** @throws ResultTooLarge */
  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= pieceLength) this.#cut();
  }

  /** The whole pieces there are, in order; each is handed out once. */
  take(): readonly Uint8Array<ArrayBuffer>[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** The rest, in order. */
  end(): readonly Uint8Array<ArrayBuffer>[] {
    if (this.#text !== '') this.#cut();
    return this.take();
  }

  #cut(): void {
    const piece = encoder.encode(this.#text);
    this.#text = '';
    this.#limit.take(piece.byteLength);
    this.#pieces.push(piece);
  }
}
