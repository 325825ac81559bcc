import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from './server/create-server.ts';
import { listenOnLocalhost } from './listen-on-localhost.ts';

it('answers at every address of localhost, and at none once it is closed', async () => {
  // The last one is no address of this machine.
  const addresses = ['127.0.0.1', '127.0.0.2', '192.0.2.1'];
  const app = Fastify({ serverFactory: (listener) => createServer(listener, undefined) });
  onTestFinished(() => app.close());
  listenOnLocalhost(app, async () => addresses);
  app.get('/', async () => 'up');
  await app.listen({ host: 'localhost', port: 0 });
  const { port } = app.server.address() as AddressInfo; // it listens on TCP
  const origins = ['localhost', '127.0.0.2'].map((host) => `http://${host}:${port}`);
  for (const origin of origins) expect(await (await fetch(origin)).text()).toBe('up');
  await app.close();
  for (const origin of origins) await expect(fetch(origin)).rejects.toThrow('fetch failed');
});
