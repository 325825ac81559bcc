import type { Duplex } from 'node:stream';
import { ClientLeft } from '../../../http/index.ts';

/** Small messages are written together up to this size. */
const togetherBytes = 16 * 1024;
/** Bytes of a write. A stream does not tell how much of one the client has taken. */
const mostOfWrite = 64 * 1024;
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

  /** Adds whole messages. They leave with `room` and `flush`, and when there are many. */
  push(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    this.#writeMany();
  }

  /** Lets all messages leave, however slowly the client takes them. */
  flush(): void {
    while (this.#size > 0) this.#write();
  }

  /**
   * Waits until the client has taken enough. When it throws, the rest of the messages still leaves before later ones.
   *
   * @param took called with each number of bytes that the client has taken meanwhile @throws ClientLeft, the reason of the
   * signal
   */
  async room(signal: AbortSignal, took?: (bytes: number) => void): Promise<void> {
    for (;;) {
      if (this.#left.aborted || this.#stream.destroyed) throw new ClientLeft();
      signal.throwIfAborted();
      this.#writeMany();
      if (!this.#stream.writableNeedDrain) return;
      const written = this.#stream.writableLength;
      await this.#drained(signal);
      took?.(written);
    }
  }

  #writeMany(): void {
    while (this.#size >= togetherBytes && !this.#stream.writableNeedDrain) this.#write();
  }

  #write(): void {
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let first = this.#pieces[0]; first && size < mostOfWrite; first = this.#pieces[0]) {
      const part = first.subarray(0, mostOfWrite - size);
      if (part.length < first.length) this.#pieces[0] = first.subarray(part.length);
      else this.#pieces.shift();
      parts.push(part);
      size += part.length;
    }
    this.#size -= size;
    const [only, ...others] = parts;
    const bytes = only && others.length === 0 ? only : Buffer.concat(parts, size);
    if (!this.#stream.destroyed && this.#stream.writable) this.#stream.write(bytes);
  }

  #drained(signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
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
