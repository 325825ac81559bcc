import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/**
 * The maximum number of bytes that wait for a socket, in addition to the answer that is being written and the system's
 * buffers.
 */
const mostWaitingBytes = 1024 * 1024;
/** A reader that takes nothing of what waits for so long is not waited for. */
const longestStallMs = 30_000;
/** Shorter answers are copied into one frame; longer ones are sent as they are kept, in several. */
const copiedBytes = 64 * 1024;

/** Sends texts to one socket. While the client is slow, further texts wait until the client has taken the previous ones. */
export class Outbox {
  readonly #webSocket: WebSocket;
  readonly #connection: Duplex;
  readonly #onStalled: () => void;
  readonly #onRoom: () => void;
  #clogged: { readonly free: Promise<void>; readonly resolve: () => void; readonly timer: NodeJS.Timeout } | undefined;

  /**
   * @param onStalled called when the reader has stopped @param onRoom called when it has taken what waited
   */
  constructor(
    { webSocket, connection }: { readonly webSocket: WebSocket; readonly connection: Duplex },
    { onStalled, onRoom }: { readonly onStalled: () => void; readonly onRoom: () => void },
  ) {
    this.#webSocket = webSocket;
    this.#connection = connection;
    this.#onStalled = onStalled;
    this.#onRoom = onRoom;
  }

  get isClogged(): boolean {
    return this.#clogged !== undefined;
  }

  /**
   * Sends an answer, `head` + `body` + `tail` as one message, and the message that follows it.
   *
   * @param body not changed afterwards
   */
  async send(head: string, body: Buffer, tail: string, next?: string): Promise<void> {
    while (this.#clogged) await this.#clogged.free;
    const webSocket = this.#webSocket;
    if (webSocket.readyState !== webSocket.OPEN) return;
    this.#connection.cork();
    if (body.byteLength < copiedBytes) {
      this.#put(Buffer.concat([Buffer.from(head), body, Buffer.from(tail)]), {
        isEnd: true,
        isLast: next === undefined,
      });
    } else {
      this.#put(head, { isEnd: false, isLast: false });
      this.#put(body, { isEnd: false, isLast: false });
      this.#put(tail, { isEnd: true, isLast: next === undefined });
    }
    if (next !== undefined) this.#put(next, { isEnd: true, isLast: true });
    this.#connection.uncork();
    if (webSocket.bufferedAmount > mostWaitingBytes) this.#clog();
  }

  /** Sends a short text at once. */
  sendText(text: string): void {
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#put(text, { isEnd: true, isLast: true });
  }

  /** Lets go what waits: the socket has closed. */
  close(): void {
    this.#unclog();
  }

  #put(data: string | Buffer, { isEnd, isLast }: { readonly isEnd: boolean; readonly isLast: boolean }): void {
    const options = { binary: false, fin: isEnd };
    if (isLast) this.#webSocket.send(data, options, this.#sent);
    else this.#webSocket.send(data, options);
  }

  readonly #sent = () => {
    if (this.#clogged && this.#webSocket.bufferedAmount <= mostWaitingBytes) this.#unclog();
  };

  #clog(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(this.#onStalled, longestStallMs).unref();
    this.#clogged = { free: promise, resolve, timer };
  }

  #unclog(): void {
    const clogged = this.#clogged;
    if (!clogged) return;
    clearTimeout(clogged.timer);
    this.#clogged = undefined;
    clogged.resolve();
    this.#onRoom();
  }
}
