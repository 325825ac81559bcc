import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A message of the server. */
export interface RawMessage {
  readonly type: string;
  readonly body: Buffer;
}

export interface StartOptions {
  readonly user?: string;
  readonly database?: string;
  readonly password: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

const int16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value | 0);
  return bytes;
};
const text = (value: string) => Buffer.from(`${value}\0`);

/** A message with its length. */
export function frame(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type, 'latin1'), int32(body.length + 4), body]);
}

/** A first message, which has no letter. */
export function startFrame(code: number, body: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([int32(body.length + 8), int32(code), body]);
}

const protocol30 = 0x0003_0000;
export const startCodes = { cancel: 80_877_102, tls: 80_877_103, gss: 80_877_104 } as const;

export function startup(parameters: Readonly<Record<string, string>>, code = protocol30): Buffer {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [text(name), text(value)]);
  return startFrame(code, Buffer.concat([...pairs, Buffer.from([0])]));
}

/** Messages of clients. */
export const raw = {
  password: (value: string) => frame('p', text(value)),
  query: (sql: string) => frame('Q', text(sql)),
  parse: (name: string, sql: string, types: readonly number[] = []) =>
    frame('P', text(name), text(sql), int16(types.length), ...types.map(int32)),
  bind: (
    portal: string,
    statement: string,
    values: readonly (string | Buffer | null)[] = [],
    { given = [], formats = [] }: { readonly given?: readonly number[]; readonly formats?: readonly number[] } = {},
  ) =>
    frame(
      'B',
      text(portal),
      text(statement),
      int16(given.length),
      ...given.map(int16),
      int16(values.length),
      ...values.flatMap((value) => {
        if (value === null) return [int32(-1)];
        const bytes = Buffer.from(value as string);
        return [int32(bytes.length), bytes];
      }),
      int16(formats.length),
      ...formats.map(int16),
    ),
  describe: (kind: 'S' | 'P', name: string) => frame('D', Buffer.from(kind), text(name)),
  execute: (portal: string, most = 0) => frame('E', text(portal), int32(most)),
  close: (kind: 'S' | 'P', name: string) => frame('C', Buffer.from(kind), text(name)),
  flush: frame('H'),
  sync: frame('S'),
  terminate: frame('X'),
};

/** Fields of an ErrorResponse or a NoticeResponse by their letters. */
export function fieldsOf({ body }: RawMessage): Readonly<Record<string, string>> {
  const parts = body
    .toString('utf8')
    .split('\0')
    .filter((part) => part !== '');
  return Object.fromEntries(parts.map((part) => [part.slice(0, 1), part.slice(1)]));
}

/** Values of a DataRow as texts. */
function valuesOf({ body }: RawMessage): readonly (string | null)[] {
  const values: (string | null)[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return values;
}

/** A client that sends what it is told, byte for byte, and shows what comes back. */
export class RawClient {
  stream: Duplex;
  #bytes = Buffer.alloc(0);
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(stream: Duplex) {
    this.stream = stream;
    stream.on('data', (piece: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, piece]);
      this.#wake();
    });
    stream.on('error', () => undefined);
    const onEnd = () => {
      this.#isEnded = true;
      this.#wake();
    };
    stream.on('end', onEnd);
    stream.on('close', onEnd);
  }

  static async connect(port: number): Promise<RawClient> {
    const socket: Socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** Connects and waits until the session is ready. */
  static async start(port: number, { user = 'cube', database = '1', password, parameters }: StartOptions) {
    const client = await RawClient.connect(port);
    client.send(startup({ user, database, ...parameters }), raw.password(password));
    const messages = await client.until('Z');
    return { client, messages };
  }

  send(...messages: readonly Buffer[]): void {
    this.stream.write(Buffer.concat(messages));
  }

  /** The next message; undefined at the end of the connection. */
  async next(): Promise<RawMessage | undefined> {
    for (;;) {
      const length = this.#bytes.length >= 5 ? this.#bytes.readInt32BE(1) + 1 : undefined;
      if (length !== undefined && this.#bytes.length >= length) {
        const message = { type: this.#bytes.toString('latin1', 0, 1), body: this.#bytes.subarray(5, length) };
        this.#bytes = this.#bytes.subarray(length);
        return message;
      }
      if (this.#isEnded) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Messages up to one of a kind, or to the end of the connection. */
  async until(type: string): Promise<readonly RawMessage[]> {
    const messages: RawMessage[] = [];
    for (;;) {
      const message = await this.next();
      if (!message) return messages;
      messages.push(message);
      if (message.type === type) return messages;
    }
  }

  /** Bytes that came and were not asked for yet. */
  get unreadBytes(): number {
    return this.#bytes.length;
  }

  /** Sends messages and waits for ReadyForQuery. */
  ask(...messages: readonly Buffer[]): Promise<readonly RawMessage[]> {
    this.send(...messages);
    return this.until('Z');
  }

  /** One byte that is no message: the answer to SSLRequest. */
  async byte(): Promise<string | undefined> {
    while (this.#bytes.length === 0 && !this.#isEnded) await new Promise<void>((resolve) => (this.#wake = resolve));
    const byte = this.#bytes.toString('latin1', 0, 1);
    this.#bytes = this.#bytes.subarray(1);
    return byte === '' ? undefined : byte;
  }

  close(): void {
    this.stream.destroy();
  }
}

/** Messages in short: their letters, with the tag, the code or the state that they have. */
export function shortened(messages: readonly RawMessage[]): readonly string[] {
  return messages.map((message) => {
    const { type, body } = message;
    if (type === 'C') return `C ${body.toString('utf8', 0, body.length - 1)}`;
    if (type === 'Z') return `Z ${body.toString('latin1')}`;
    if (type === 'E' || type === 'N') return `${type} ${fieldsOf(message)['C']}`;
    if (type === 'D') return `D ${valuesOf(message).join('|')}`;
    return type;
  });
}
