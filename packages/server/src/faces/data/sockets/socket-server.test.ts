import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TokenCaller } from '@orrery/kernel';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import type { DataDependencies } from '../data-dependencies.ts';
import { SocketFigures } from './socket-figures.ts';
import { SocketServer, type SocketServerSettings } from './socket-server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Sockets on a port of this machine, with a clock that tests advance. */
async function openServer() {
  const clock = { now: 0 };
  const figures = new SocketFigures();
  const principal = { kind: 'token', deploymentId: 1, securityContext: {}, scopes: new Set(['data']) } as TokenCaller;
  const dependencies = {
    principalOf: async () => principal,
    statedOf: () => principal,
    runtimeOf: async () => ({}),
    rightsCheckOf: () => ({ holds: () => true }),
  };
  const sockets = new SocketServer({
    dependencies: dependencies as unknown as DataDependencies,
    figures,
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() } as unknown as SocketServerSettings['log'],
    maxMessageBytes: 1024 * 1024,
    subscriptionIntervalMs: 5_000,
    now: () => clock.now,
    onEmpty: () => undefined,
  });
  const server = createServer().on('upgrade', (request, connection, head) =>
    sockets.accept({ request, connection, head, params: {}, address: '127.0.0.1' }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    figures,
    /** Seconds pass on the clock, and the sockets are looked through. */
    advance(seconds: number): void {
      clock.now += seconds * 1_000;
      vi.advanceTimersToNextTimer();
    },
    async connect(options: ClientOptions = {}) {
      const webSocket = new WebSocket(url, options);
      onTestFinished(() => webSocket.terminate());
      const closed = once(webSocket, 'close').then(([code, reason]) => [code, String(reason)]);
      await once(webSocket, 'open');
      return { webSocket, closed };
    },
    async known(options: ClientOptions = {}) {
      const client = await this.connect(options);
      client.webSocket.send('{"authorization":"a"}');
      await once(client.webSocket, 'message');
      return client;
    },
  };
}

/** Lets the server read what was sent before: it answers in order. */
async function answered({ webSocket }: { readonly webSocket: WebSocket }): Promise<void> {
  webSocket.ping();
  await once(webSocket, 'pong');
}

it('a socket without a token is closed after 20 seconds, and one with a token is not', async () => {
  const server = await openServer();
  const known = await server.known();
  const unknown = await server.connect();
  server.advance(20);
  await answered(unknown);
  server.advance(0.001);
  expect(await unknown.closed).toEqual([4401, 'No token came in time']);
  await answered(known);
  expect(server.figures.open).toBe(1);
});

it('half a message is waited for a minute, also when its sender answers pings', async () => {
  const server = await openServer();
  const client = await server.known();
  client.webSocket.send('{"messageId":1,', { fin: false });
  await answered(client);
  for (const seconds of [31, 29]) {
    server.advance(seconds);
    await answered(client);
  }
  server.advance(0.001);
  expect(await client.closed).toEqual([1008, 'The message did not arrive in time']);
});

it('a message whose end comes within a minute is read, and the next one has a minute of its own', async () => {
  const server = await openServer();
  const client = await server.known();
  for (let each = 0; each < 2; each++) {
    client.webSocket.send('{"messageId":', { fin: false });
    await answered(client);
    server.advance(59);
    client.webSocket.send('1}');
    const [refused] = (await once(client.webSocket, 'message')) as [Buffer];
    expect(String(refused)).toContain('"status":400');
  }
  expect(server.figures.open).toBe(1);
});

it('a peer is asked for a sign every 30 seconds, and is given up without one', async () => {
  const server = await openServer();
  const [silent, alive] = [await server.known({ autoPong: false }), await server.known()];
  const asked = [once(silent.webSocket, 'ping'), once(alive.webSocket, 'ping')];
  server.advance(31);
  await Promise.all(asked);
  await answered(alive);
  const askedAgain = once(alive.webSocket, 'ping');
  server.advance(30);
  expect(server.figures.open).toBe(2);
  server.advance(1);
  expect(await silent.closed).toEqual([1006, '']);
  await askedAgain;
  expect(server.figures.open).toBe(1);
});
