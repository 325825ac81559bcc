import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { endConnections } from './end-connections.ts';

async function serve(withinMs: number): Promise<{ readonly app: FastifyInstance; readonly origin: string }> {
  const app = Fastify({ forceCloseConnections: 'idle' });
  onTestFinished(() => app.close());
  endConnections(app, { withinMs });
  app.get('/slow', (_request, reply) => void setTimeout(() => reply.send('done'), 200));
  app.get('/never', () => new Promise(() => undefined));
  return { app, origin: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

async function silentConnection(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

it('closes at once although a connection is open on which nothing was asked', async () => {
  const { app, origin } = await serve(10_000);
  const socket = await silentConnection(origin);
  await Promise.all([app.close(), once(socket, 'close')]);
});

it('answers what was asked before it closes', async () => {
  const { app, origin } = await serve(10_000);
  const silent = await silentConnection(origin);
  const answer = fetch(`${origin}/slow`);
  await once(app.server, 'request');
  await Promise.all([app.close(), once(silent, 'close')]);
  expect(await (await answer).text()).toBe('done');
});

it('cuts off what takes too long', async () => {
  const { app, origin } = await serve(100);
  const answer = fetch(`${origin}/never`);
  answer.catch(() => undefined);
  await once(app.server, 'request');
  await app.close();
  await expect(answer).rejects.toThrow('fetch failed');
});
