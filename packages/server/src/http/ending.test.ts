import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerErrors } from './answer-errors.ts';
import { Ending } from './ending.ts';
import { registerHealthRoutes } from './health.ts';
import { SharedCheck } from './shared-check.ts';

interface Served {
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly ending: Ending;
  /** Returns the figures that the end logged. */
  readonly reported: () => unknown;
  /** Lets `/waiting` answer. */
  readonly release: () => void;
}

async function serve(finishWithinMs: number): Promise<Served> {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  onTestFinished(() => app.close());
  const cancelled = Promise.withResolvers<never>();
  cancelled.promise.catch(() => undefined);
  const released = Promise.withResolvers<void>();
  const info = vi.fn();
  const ending = new Ending({
    finishWithinMs,
    cancelRest: async () => cancelled.reject(new Error('it was cancelled')),
    log: { info },
  });
  ending.attachTo(app);
  answerErrors(app, { isDevelopment: true });
  registerHealthRoutes(app, {
    readiness: new SharedCheck({ parts: [], clock: Date, withinMs: 1_000, log: app.log }),
    ending,
  });
  app.get('/quick', async () => 'done');
  app.get('/waiting', async () => {
    await released.promise;
    return 'done';
  });
  app.get('/endless', () => cancelled.promise);
  app.get('/stubborn', () => new Promise(() => undefined));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, origin, ending, reported: () => info.mock.lastCall?.[0], release: released.resolve };
}

async function silentConnection(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => undefined); // a reset is an end too
  await once(socket, 'connect');
  return socket;
}

describe('a service that announced its end', () => {
  it('is not ready at once, and still answers requests', async () => {
    const { origin, ending } = await serve(10_000);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    ending.announce();
    const ready = await fetch(`${origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([500, { health: 'DOWN' }]);
    expect((await fetch(`${origin}/livez`)).status).toBe(200);
    const answer = await fetch(`${origin}/quick`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  });
});

describe('a service that closes', () => {
  it('closes at once when an open connection has no request', async () => {
    const { app, origin } = await serve(10_000);
    const socket = await silentConnection(origin);
    await Promise.all([app.close(), once(socket, 'close')]);
  });

  it('closes idle connections at once, while others finish', async () => {
    const { app, origin, release } = await serve(10_000);
    const agent = new Agent({ keepAlive: true });
    const [idle] = (await once(get(`${origin}/quick`, { agent }), 'response')) as [IncomingMessage];
    const { socket } = idle.resume();
    await once(idle, 'end');
    const running = fetch(`${origin}/waiting`);
    await once(app.server, 'request');
    const closing = app.close();
    await once(socket, 'close');
    release();
    expect((await running).status).toBe(200);
    await closing;
  });

  it('answers earlier requests, and reports their number', async () => {
    const { app, origin, reported, release } = await serve(10_000);
    const silent = await silentConnection(origin);
    const answer = fetch(`${origin}/waiting`);
    await once(app.server, 'request');
    const closing = app.close();
    release();
    await Promise.all([closing, once(silent, 'close')]);
    expect(await (await answer).text()).toBe('done');
    expect(reported()).toEqual({ finished: 1, cancelled: 0 });
  });

  it('accepts no new request, also on an open connection', async () => {
    const { app, origin, release } = await serve(10_000);
    const socket = await silentConnection(origin);
    let answered = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answered += text));
    socket.write('GET /waiting HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(app.server, 'request');
    const closing = app.close();
    await expect(fetch(`${origin}/quick`)).rejects.toThrow('fetch failed');
    const asked = once(app.server, 'request');
    socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked;
    release();
    await Promise.all([closing, once(socket, 'close')]);
    expect(answered).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close[\s\S]*done$/);
  });

  it('cancels what takes too long, answers its client, and reports the number', async () => {
    const { app, origin, reported } = await serve(50);
    const answers = [fetch(`${origin}/endless`), fetch(`${origin}/endless`)];
    await once(app.server, 'request');
    await once(app.server, 'request');
    await app.close();
    for (const answer of await Promise.all(answers)) {
      expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('Internal error')]);
    }
    expect(reported()).toEqual({ finished: 0, cancelled: 2 });
  });

  it('cuts off requests that do not end when they are cancelled', async () => {
    const { app, origin, reported } = await serve(50);
    const answer = fetch(`${origin}/stubborn`);
    answer.catch(() => undefined);
    await once(app.server, 'request');
    await app.close();
    await expect(answer).rejects.toThrow('fetch failed');
    expect(reported()).toEqual({ finished: 0, cancelled: 1 });
  });
});
