import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isKnock } from './is-knock.ts';

const ring = [
  [0, 0],
  [5, 0],
  [5, 5],
  [0, 5],
  [0, 0],
];

/** GeoJSON with a square of each name, side by side. */
export function squares(...names: readonly string[]): string {
  const features = names.map((name, index) => ({
    ...{ type: 'Feature', properties: { name } },
    geometry: { type: 'Polygon', coordinates: [ring.map(([x = 0, y = 0]) => [x + 10 * index, y])] },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** A server on this machine with GeoJSON. */
export class GeojsonServer implements AsyncDisposable {
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  answer: (request: IncomingMessage, reply: ServerResponse) => unknown = (_, reply) => reply.end(squares('Norway'));
  readonly #server = createServer((request, reply) => {
    if (isKnock(request)) return reply.writeHead(404).end();
    this.asked.push(request.url ?? '');
    return this.answer(request, reply);
  });

  static async open(): Promise<GeojsonServer> {
    const server = new GeojsonServer();
    await once(server.#server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port; // it listens on a port
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
