import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of another site than the application's, which is at `127.0.0.1`. */
export async function servePage(body: string): Promise<AsyncDisposable & { readonly address: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Host</title><link rel="icon" href="data:,"><body>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a server that listens
  return {
    address: `http://localhost:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
