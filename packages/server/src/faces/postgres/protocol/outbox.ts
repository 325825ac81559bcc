import type { Duplex } from 'node:stream';
import { ClientLeft } from '../../../http/index.ts';

/** Small messages are written together up to this size. */
const togetherBytes = 16 * 1024;
/** Bytes of a write. A stream does not tell how much of one the client has taken. */
const mostOfWrite = 64 * 1024;
/** A client that takes nothing for so long is gone. */
const stalledAfterMs = 5 * 60_000;

interface PutOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  took(bytes: number): void;
}

/** Writes messages to a client, no faster than it takes them. */
export class WireOutbox {
  readonly #stream: Duplex;
  readonly #left: AbortSignal;
  #pieces: Uint8Array[] = [];
  /** Bytes of the pieces. */
  #size = 0;
  /** Bytes that were given to the stream. */
  #writtenBytes = 0;
  #written: PromiseWithResolvers<void> | undefined;
  readonly #onWritten = () => this.#written?.resolve();

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

  /** Waits until the client has taken enough. @throws ClientLeft, the reason of the signal */
  async room(signal: AbortSignal): Promise<void> {
    for (;;) {
      this.#requireClient(signal);
      this.#writeMany();
      if (!this.#isFull) return;
      await this.#someWritten(signal);
    }
  }

  /**
   * Adds whole messages, and waits until the client has taken them: nothing uses their bytes afterwards. When it throws, the
   * rest of them still leaves before later ones.
   *
   * @param took called with each number of bytes of them that the client has taken meanwhile @throws ClientLeft, the reason
   * of the signal
   */
  async put(bytes: Uint8Array, { signal, took }: PutOptions): Promise<void> {
    const begin = this.#writtenBytes + this.#size;
    let counted = 0;
    this.push(bytes);
    for (;;) {
      this.#requireClient(signal);
      this.#writeMany();
      const taken = Math.min(bytes.length, this.#writtenBytes - this.#stream.writableLength - begin);
      if (taken > counted) took(taken - counted);
      counted = Math.max(counted, taken);
      if (this.#size < togetherBytes && counted + this.#size >= bytes.length) break;
      await this.#someWritten(signal);
    }
    if (this.#size > 0) this.#pieces = [Buffer.concat(this.#pieces, this.#size)];
  }

  get #isFull(): boolean {
    return this.#stream.writableLength >= this.#stream.writableHighWaterMark;
  }

  #requireClient(signal: AbortSignal): void {
    if (this.#left.aborted || this.#stream.destroyed) throw new ClientLeft();
    signal.throwIfAborted();
  }

  /** A write that the system takes at once is not waited for. */
  #writeMany(): void {
    while (this.#size >= togetherBytes && !this.#isFull) this.#write();
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
    this.#writtenBytes += size;
    const [only, ...others] = parts;
    const bytes = only && others.length === 0 ? only : Buffer.concat(parts, size);
    if (!this.#stream.destroyed && this.#stream.writable) this.#stream.write(bytes, this.#onWritten);
  }

  /** Waits for the end of a write. @throws as `put` */
  async #someWritten(signal: AbortSignal): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#written = written;
    const stalled = setTimeout(() => this.#stream.destroy(), stalledAfterMs).unref();
    const onClose = () => written.reject(new ClientLeft());
    const onAbort = () => written.reject(signal.reason);
    this.#stream.once('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await written.promise;
    } finally {
      this.#written = undefined;
      clearTimeout(stalled);
      this.#stream.off('close', onClose);
      signal.removeEventListener('abort', onAbort);
    }
  }
}
