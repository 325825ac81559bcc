import { ResultTooLarge } from './result-too-large.ts';

/**
 * Length in UTF-16 units from which text becomes a piece: large enough for few pieces, small enough to be sent at once.
 */
export const pieceLength = 128 * 1024;

const encoder = new TextEncoder();

/** Bounds the size of all pieces of one answer together. */
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

  /** Complete pieces, in order; each is returned once. */
  take(): readonly Uint8Array<ArrayBuffer>[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** The rest of the pieces, in order. */
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
