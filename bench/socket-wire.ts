import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { BenchServer } from './server-process.ts';

/** A WebSocket by hand: a client library would cost more than the server. */
export class SocketWire {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #onText: (text: Buffer) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => undefined);
  }

  /** Opens a socket, and waits until its token is taken. */
  static async open(server: Pick<BenchServer, 'port'>, token: string): Promise<SocketWire> {
    const socket = connect({ port: server.port, host: '127.0.0.1', noDelay: true });
    const head = [
      'GET /cubejs-api/v1/ws HTTP/1.1',
      `host: 127.0.0.1:${server.port}`,
      'x-forwarded-proto: https',
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(answer.toString());
    const wire = new SocketWire(socket);
    const taken = wire.next('{"handshake":true}');
    wire.send({ authorization: token });
    await taken;
    return wire;
  }

  get isOpen(): boolean {
    return !this.#socket.closed;
  }

  send(message: unknown): void {
    const text = Buffer.from(JSON.stringify(message));
    const short = text.length < 126;
    const head = short
      ? Buffer.from([0x81, 0x80 | text.length])
      : Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 255]);
    this.#socket.write(Buffer.concat([head, Buffer.alloc(4), text])); // masked by zeros: as it is
  }

  /** Resolves when a text begins so. */
  next(start: string): Promise<Buffer> {
    const wanted = Buffer.from(start);
    return new Promise((resolve) => {
      this.#onText = (text) => {
        if (text.subarray(0, wanted.length).equals(wanted)) resolve(text);
      };
    });
  }

  onText(listen: (text: Buffer) => void): void {
    this.#onText = listen;
  }

  /** Sends a call, and waits until it was processed. */
  async call(message: { readonly messageId: string }): Promise<void> {
    const processed = this.next(`{"messageProcessedId":"${message.messageId}"`);
    this.send(message);
    await processed;
  }

  close(): Promise<unknown> {
    const closed = once(this.#socket, 'close');
    this.#socket.write(Buffer.from([0x88, 0x80, 0, 0, 0, 0]));
    this.#socket.resume();
    return closed;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** The server sends unmasked frames, pings among them. */
  #take(chunk: Buffer): void {
    let rest = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    while (rest.length >= 2) {
      const short = (rest[1] ?? 0) & 127;
      const headBytes = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (rest.length < headBytes) break;
      const bytes = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
      if (rest.length < headBytes + bytes) break;
      const opcode = (rest[0] ?? 0) & 15;
      if (opcode === 8) this.#socket.end();
      if (opcode === 1) this.#onText(rest.subarray(headBytes, headBytes + bytes));
      rest = rest.subarray(headBytes + bytes);
    }
    this.#received = rest;
  }
}
