import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A socket of which the first bytes were read already. Bytes that are put back into a socket by `unshift` do not reach TLS,
 * so they come from here.
 */
export class PeekedSocket extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket, first: Buffer) {
    super();
    this.#socket = socket;
    this.push(first);
    socket.on('data', (piece: Buffer) => {
      if (!this.push(piece)) socket.pause();
    });
    socket.once('end', () => this.push(null));
    socket.once('error', (error) => this.destroy(error));
    socket.once('close', () => this.destroy());
    socket.pause();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(piece, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
