import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ScramExchange } from './scram-exchange.ts';

export interface SaslServer {
  readonly port: number;
  /** How each login ended. */
  readonly ends: readonly string[];
}

/** A server that logs clients in by SCRAM, and answers any statement with nothing. It ends with the test. */
export async function saslServer(newExchange: () => ScramExchange): Promise<SaslServer> {
  const ends: string[] = [];
  const serve = (socket: Socket) => {
    socket.on('error', () => undefined);
    const reader = new MessageBodies(socket);
    void serveLogin(reader, socket, newExchange())
      .then((end) => ends.push(end))
      .then(() => reader.toEnd());
  };
  const server = createServer(serve);
  await listening(server);
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, ends };
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

async function serveLogin(reader: MessageBodies, socket: Socket, exchange: ScramExchange) {
  const start = await reader.startup();
  if (start.readInt32BE(0) === 80_877_103) {
    socket.write('N');
    await reader.startup();
  }
  send(socket, 'R', code(10), Buffer.from(`${exchange.mechanisms.join('\0')}\0\0`));
  const first = await reader.message();
  const nameEnd = first.indexOf(0);
  const begun = exchange.begin(first.toString('utf8', 0, nameEnd), first.subarray(nameEnd + 5));
  if (begun.kind !== 'continue') return fail(socket, begun.kind);
  send(socket, 'R', code(11), Buffer.from(begun.message));
  const last = exchange.finish(await reader.message());
  if (last.kind !== 'accepted') return fail(socket, last.kind);
  send(socket, 'R', code(12), Buffer.from(last.message));
  send(socket, 'R', code(0));
  send(socket, 'Z', Buffer.from('I'));
  await reader.message();
  send(socket, 'I');
  send(socket, 'Z', Buffer.from('I'));
  return last.kind;
}

function fail(socket: Socket, kind: string): string {
  send(socket, 'E', Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0'));
  socket.end();
  return kind;
}

function code(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function send(socket: Socket, type: string, ...parts: readonly Buffer[]): void {
  const body = Buffer.concat(parts);
  socket.write(Buffer.concat([Buffer.from(type), code(body.length + 4), body]));
}

class MessageBodies {
  readonly #chunks: AsyncIterator<Buffer>;
  #bytes = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** The body of a message without a type. */
  async startup(): Promise<Buffer> {
    const length = (await this.#take(4)).readInt32BE(0);
    return this.#take(length - 4);
  }

  /** Reads on, because a socket that is not read does not close. */
  async toEnd(): Promise<void> {
    while ((await this.#chunks.next()).done !== true);
  }

  async message(): Promise<Buffer> {
    await this.#take(1);
    return this.startup();
  }

  async #take(count: number): Promise<Buffer> {
    while (this.#bytes.length < count) {
      const { value, done } = await this.#chunks.next();
      if (done) return Buffer.alloc(count);
      this.#bytes = Buffer.concat([this.#bytes, value]);
    }
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }
}
