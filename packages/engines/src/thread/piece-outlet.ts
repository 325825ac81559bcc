import { EngineCancelled } from '../engine.ts';
import type { RowOutlet } from '../encode/index.ts';

type PieceBatch = readonly Uint8Array<ArrayBuffer>[];

/** Hands rows to the thread that requested them, as many bytes as it allows. Further rows block the statement. */
export class PieceOutlet implements RowOutlet {
  readonly #signal: AbortSignal;
  readonly #send: (pieces: PieceBatch) => void;
  #allowedBytes: number;
  #sentBytes = 0;
  #goOn: () => void = () => undefined;

  /** @param signal stops the wait @param allowedBytes see `allow` */
  constructor(signal: AbortSignal, send: (pieces: PieceBatch) => void, allowedBytes: number) {
    this.#signal = signal;
    this.#send = send;
    this.#allowedBytes = allowedBytes;
  }

  /** @throws EngineCancelled */
  async put(pieces: PieceBatch): Promise<void> {
    this.#sentBytes += pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    this.#send(pieces);
    while (this.#sentBytes >= this.#allowedBytes) await this.#allowed();
  }

  /** @param bytes of all pieces together */
  allow(bytes: number): void {
    this.#allowedBytes = bytes;
    this.#goOn();
  }

  #allowed(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#signal.aborted) return reject(new EngineCancelled());
      const leave = () => reject(new EngineCancelled());
      this.#signal.addEventListener('abort', leave, { once: true });
      this.#goOn = () => {
        this.#signal.removeEventListener('abort', leave);
        resolve();
      };
    });
  }
}
