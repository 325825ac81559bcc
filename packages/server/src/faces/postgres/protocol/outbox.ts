import type { Duplex } from 'node:stream';
import { ClientLeft } from '../../../http/index.ts';

/** Small messages are written together up to this size. */
const togetherBytes = 16 * 1024;
/** A client that takes nothing for so long is gone. */
const stalledAfterMs = 5 * 60_000;

/** Writes messages to a client, no faster than it takes them. */
export class WireOutbox {
  readonly #stream: Duplex;
  readonly #left: AbortSignal;
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(stream: Duplex, left: AbortSignal) {
    this.#stream = stream;
    this.#left = left;
  }

  /** Adds whole messages. They leave with `flush`, or when there are many. */
  push(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= togetherBytes) this.flush();
  }

  flush(): void {
    if (this.#size === 0) return;
    const [only, ...others] = this.#pieces;
    const bytes = only && others.length === 0 ? only : Buffer.concat(this.#pieces, this.#size);
    this.#pieces = [];
    this.#size = 0;
    if (!this.#stream.destroyed && this.#stream.writable) this.#stream.write(bytes);
  }

  /**
   * Waits until the client has taken enough.
   *
   * @throws ClientLeft, the reason of the signal
   */
  async room(signal: AbortSignal): Promise<void> {
    if (this.#left.aborted || this.#stream.destroyed) throw new ClientLeft();
    signal.throwIfAborted();
    if (!this.#stream.writableNeedDrain) return;
    await new Promise<void>((resolve, reject) => {
      let taken = this.#stream.writableLength;
      const timer = setInterval(() => {
        if (this.#stream.writableLength < taken) taken = this.#stream.writableLength;
        else this.#stream.destroy();
      }, stalledAfterMs).unref();
      const settle = (then: () => void) => {
        clearInterval(timer);
        this.#stream.off('drain', onDrain);
        this.#stream.off('close', onClose);
        signal.removeEventListener('abort', onAbort);
        then();
      };
      const onDrain = () => settle(resolve);
      const onClose = () => settle(() => reject(new ClientLeft()));
      const onAbort = () => settle(() => reject(signal.reason));
      this.#stream.once('drain', onDrain);
      this.#stream.once('close', onClose);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
