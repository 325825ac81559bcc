import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createDataClient } from '../data-client.ts';
import { socketTransport } from './socket-transport.ts';

// The class of `ws` throws errors that nobody listens to, which ends the process: the test run fails by them.

const clientAt = (port: number) =>
  createDataClient({
    apiUrl: `http://127.0.0.1:${port}/cubejs-api/v1`,
    token: 'one',
    subscribeBy: socketTransport({ WebSocket }),
    retry: { attempts: 2, waitMs: 1 },
  });

/** A server that takes connections and says nothing; its port, once it listens. */
async function silentServer() {
  const server = createServer(() => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

it('fails with an error of its own when a connection is refused', async () => {
  const { server, port } = await silentServer();
  await new Promise((done) => server.close(done));
  const first = clientAt(port)
    .subscribe({ measures: ['orders.count'] })
    .next();
  await expect(first).rejects.toMatchObject({ name: 'OrreryError', code: 'client.network' });
});

it('is left while it connects', async () => {
  const { server, port } = await silentServer();
  const connected = new Promise<void>((done) => server.once('connection', (line) => line.once('data', () => done())));
  const leaving = new AbortController();
  const first = clientAt(port)
    .subscribe({ measures: ['orders.count'] }, { signal: leaving.signal })
    .next();
  const ended = new Promise((done) => server.once('connection', (line) => line.once('close', done)));
  await connected;
  leaving.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  await ended;
  await new Promise((done) => server.close(done));
});
