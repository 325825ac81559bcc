import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ClientLeft, clientSignal } from './client-signal.ts';

it('reports a client as gone at once when it disconnected before the signal was made', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server listens nowhere');
  const client = request({ host: '127.0.0.1', port: address.port }).end();
  client.on('error', () => undefined); // it is the one that leaves
  const [, raw] = await once(server, 'request');
  client.destroy();
  await once(raw, 'close');
  const signal = clientSignal({ raw });
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toBeInstanceOf(ClientLeft);
  server.close();
});
