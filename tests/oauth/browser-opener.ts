import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser } from './browser.ts';

type Events = Readonly<Record<string, () => void>>;

/**
 * Opens what a program asks for in the browser of the moment: a POST takes the address to open, and answers with the one
 * at which the browser ends. A POST to `/NAME` lets the event of this name happen.
 */
export class BrowserOpener {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(browserOfNow: () => Browser, events: Events = {}): Promise<BrowserOpener> {
    const server = createServer(async (request, response) => {
      try {
        const event = events[(request.url ?? '').slice(1)];
        if (event) event();
        else response.write(await browserOfNow().open(await text(request)));
      } catch (error) {
        response.writeHead(500).write(String(error));
      }
      response.end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return new BrowserOpener(server);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // it listens on a port
  }

  close(): void {
    this.#server.close();
  }
}
