import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isKnock } from './is-knock.ts';

/** A request that a server of a model got. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // As the SDK wrote it; each test knows its provider.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
  /** From 1. */
  readonly count: number;
  readonly socket: IncomingMessage['socket'];
}

type Answer = (asked: Asked, reply: ServerResponse) => unknown;

/** A server on this machine that answers as a test says. */
export class ModelServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  answer: Answer = (_, reply) => reply.end();
  readonly #server = createServer((raw, reply) => {
    if (isKnock(raw)) return reply.writeHead(404).end();
    let text = '';
    raw.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    return raw.on('end', () => {
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      const count = this.asked.length + 1;
      const asked = { path: raw.url ?? '', headers: raw.headers, body, count, socket: raw.socket };
      this.asked.push(asked);
      this.answer(asked, reply);
    });
  });

  static async open(): Promise<ModelServer> {
    const server = new ModelServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', () => resolve()));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port; // it listens on a port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  /** Answers each request with these events. */
  sends(...events: readonly (readonly string[])[]): void {
    this.answer = ({ count }, reply) => {
      asStream(reply).end((events[Math.min(count, events.length) - 1] ?? []).join(''));
    };
  }

  reset(): void {
    this.asked.length = 0;
    this.answer = (_, reply) => reply.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function asStream(reply: ServerResponse): ServerResponse {
  return reply.writeHead(200, { 'content-type': 'text/event-stream' });
}
