import { ByteSink } from '../value-text/index.ts';
import { ResultTooLarge } from './result-too-large.ts';

/** Size from which text becomes a piece: large enough for few pieces, small enough to be sent at once. */
const pieceBytes = 256 * 1024;

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
  /** Takes the text. */
  readonly sink = new ByteSink();
  readonly #limit: ByteLimit;
  #pieces: Uint8Array<ArrayBuffer>[] = [];

  constructor(limit: ByteLimit) {
    this.#limit = limit;
  }

  /** Cuts a piece off when there is enough text for one. @throws ResultTooLarge */
  cutIfLong(): void {
    if (this.sink.end >= pieceBytes) this.#cut();
  }

  /** Complete pieces, in order; each is returned once. */
  take(): readonly Uint8Array<ArrayBuffer>[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** The rest of the pieces, in order. */
  end(): readonly Uint8Array<ArrayBuffer>[] {
    if (this.sink.end > 0) this.#cut();
    return this.take();
  }

  #cut(): void {
    const piece = this.sink.take();
    this.#limit.take(piece.byteLength);
    this.#pieces.push(piece);
  }
}
