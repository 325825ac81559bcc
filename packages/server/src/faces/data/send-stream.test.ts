import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClientLeft } from '../../http/index.ts';
import { ClientStalled, sendStream } from './send-stream.ts';

let app: FastifyInstance;
let socket: Socket;
let outcome: Promise<unknown>;

beforeEach(async () => {
  app = fastify();
  const ended = Promise.withResolvers<unknown>();
  outcome = ended.promise;
  app.get('/', async (request, reply) => {
    if (request.headers.prefer === 'wait') await once(reply.raw, 'close');
    const settings = { statusOf: () => 400, longestPauseMs: 200 };
    await sendStream(request, reply, endless(), settings).then(ended.resolve, ended.resolve);
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
  socket.on('error', () => undefined);
});

afterEach(async () => {
  socket.destroy();
  await app.close();
});

/** Bytes that cannot be made smaller. */
async function* endless(): AsyncGenerator<Uint8Array, never> {
  for (;;) yield crypto.getRandomValues(new Uint8Array(64 * 1024));
}

it.each(['identity', 'gzip'])('disconnects a client that stops reading its answer (%s)', async (encoding) => {
  socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\naccept-encoding: ${encoding}\r\n\r\n`);
  expect(await outcome).toBeInstanceOf(ClientStalled);
  await new Promise((closed) => socket.on('close', closed).resume());
});

it('a client that disconnects is distinguished from one that stops reading', async () => {
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  socket.once('data', () => socket.destroy());
  expect(await outcome).toBeInstanceOf(ClientLeft);
});

it('a client that has left before the answer begins is distinguished, too', async () => {
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nprefer: wait\r\n\r\n');
  setTimeout(() => socket.destroy(), 50);
  expect(await outcome).toBeInstanceOf(ClientLeft);
});
