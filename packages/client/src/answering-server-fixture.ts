import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  /** Path below the address of the server, and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, asked: Asked) => unknown;

/** Path of everything that clients ask for. */
const below = '/orrery';

/** A server on this machine whose answers a test scripts; it keeps what it was asked. */
export class AnsweringServer implements AsyncDisposable {
  /** Without a slash at its end. */
  readonly address: string;
  readonly asked: readonly Asked[];
  readonly #close: () => Promise<void>;

  private constructor(address: string, asked: readonly Asked[], close: () => Promise<void>) {
    this.address = address;
    this.asked = asked;
    this.#close = close;
  }

  /** @param answers one for each request, in order; the last one answers all further ones */
  static async open(...answers: readonly Answer[]): Promise<AnsweringServer> {
    const asked: Asked[] = [];
    const server = createServer(async (request, response) => {
      const { method = '', url = '', headers } = request;
      // Programs that watch the ports of a machine ask for the root.
      if (!url.startsWith(below)) return void response.writeHead(404).end();
      const one = { method, path: url.slice(below.length), headers, body: await text(request) };
      asked.push(one);
      await answers[Math.min(asked.length, answers.length) - 1]?.(response, one);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const listening = server.address();
    const port = typeof listening === 'object' ? listening?.port : undefined;
    return new AnsweringServer(`http://127.0.0.1:${port}${below}`, asked, async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

/** Answers with JSON. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

interface PiecesOptions {
  readonly isBroken?: boolean;
  readonly type?: string;
  readonly status?: number;
}

/** Answers with pieces of a body, each sent by itself; then ends, or breaks the line. */
export function pieces(
  parts: readonly (string | Buffer)[],
  { isBroken = false, type = 'application/json', status = 200 }: PiecesOptions = {},
): Answer {
  return async (response) => {
    response.writeHead(status, { 'content-type': type });
    for (const part of parts) {
      response.write(part);
      await new Promise((done) => setImmediate(done));
    }
    if (isBroken) response.destroy();
    else response.end();
  };
}

/**
 * Answers with the beginning of a body, and goes on with it without end.
 *
 * @returns the answer, and `left`, which resolves when its request has ended
 */
export function endless(start: string, status = 200, headers: Readonly<Record<string, string>> = {}) {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const answer: Answer = async (response) => {
    let isOpen = true;
    response.on('close', () => {
      isOpen = false;
      resolve();
    });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.write(start);
    while (isOpen) {
      if (!response.writableNeedDrain) response.write(' '.repeat(64 * 1024));
      await new Promise((done) => setTimeout(done, 1));
    }
  };
  return { answer, left };
}

/** Answers with the beginning of a body, and goes silent. @returns the answer, and `left` as `endless` does */
export function silent(start: string) {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const answer: Answer = (response) => {
    response.on('close', resolve);
    response.writeHead(200, { 'content-type': 'application/json' }).write(start);
  };
  return { answer, left };
}

/** Breaks the line without an answer. */
export const dropped: Answer = (response) => response.destroy();

export function lines(...records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
