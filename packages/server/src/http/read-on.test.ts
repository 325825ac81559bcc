import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type ReadOnBounds, readOnBeforeClosing } from './read-on.ts';

const megabyte = 1024 * 1024;
let app: FastifyInstance;
let port: number;

async function serve(bounds?: ReadOnBounds): Promise<void> {
  app = Fastify({ bodyLimit: 1024, forceCloseConnections: true });
  onTestFinished(() => app.close());
  readOnBeforeClosing(app, bounds);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
  app.post('/', async () => 'taken');
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

beforeEach(() => serve());

const head = (length: string) => `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: x/y\r\n${length}\r\n\r\n`;

/** Writes all of it before it reads a byte, as most clients do. @returns the first line of the answer */
async function writeThenRead(socket: Socket, pieces: readonly (string | Uint8Array)[]): Promise<string> {
  for (const piece of pieces) {
    await new Promise<void>((resolve, reject) => socket.write(piece, (error) => (error ? reject(error) : resolve())));
  }
  return firstLine(socket);
}

async function firstLine(socket: Socket): Promise<string> {
  const answered = once(socket, 'data');
  socket.resume();
  const [piece] = (await answered) as [Buffer];
  return piece.toString('latin1').split('\r\n')[0] ?? '';
}

function open(): Socket {
  const socket = connect(port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  return socket;
}

const pieces = Array.from({ length: 40 }, () => new Uint8Array(megabyte));

it('a body over the limit is read to its end, so that its client receives the refusal', async () => {
  const announced = [head(`Content-Length: ${40 * megabyte}`), ...pieces];
  expect(await writeThenRead(open(), announced)).toBe('HTTP/1.1 413 Payload Too Large');
  const chunk = [`${megabyte.toString(16)}\r\n`, new Uint8Array(megabyte), '\r\n'];
  const chunked = [head('Transfer-Encoding: chunked'), ...pieces.flatMap(() => chunk), '0\r\n\r\n'];
  expect(await writeThenRead(open(), chunked)).toBe('HTTP/1.1 413 Payload Too Large');
});

it('fetch receives the answer for a body of any size', async () => {
  for (const bytes of [1025, megabyte, 40 * megabyte]) {
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: new Uint8Array(bytes) });
    expect(answer.status).toBe(413);
  }
});

it('a client that sends nothing more is not waited for', async () => {
  expect(await writeThenRead(open(), [head('Content-Length: 9000'), 'the first words'])).toContain('413');
});

it.each<[string, ReadOnBounds]>([
  ['bytes', { bytes: megabyte, ms: 600_000, quietMs: 600_000 }],
  ['time', { bytes: Number.MAX_SAFE_INTEGER, ms: 50, quietMs: 600_000 }],
])('an endless body is read up to %s, and its connection ends', async (_, bounds) => {
  await app.close();
  await serve(bounds);
  const socket = open();
  socket.on('error', () => undefined); // it may be cut off in the middle of a piece
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head(`Content-Length: ${Number.MAX_SAFE_INTEGER}`));
  const write = () => {
    while (!socket.destroyed && socket.write(new Uint8Array(megabyte)));
  };
  socket.on('drain', write).resume();
  write();
  await ended;
});

it('an answer before the end of the body is sent at once, unless the client asked to close the connection', async () => {
  app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  readOnBeforeClosing(app, { bytes: 100 * megabyte, ms: 600_000, quietMs: 600_000 });
  app.addHook('onRequest', async (_request, reply) => reply.code(401).send('who are you'));
  app.post('/', async () => 'taken');
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  expect(await writeThenRead(open(), [head('Content-Length: 9000')])).toBe('HTTP/1.1 401 Unauthorized');
  const closing = head(`Connection: close\r\nContent-Length: ${40 * megabyte}`);
  expect(await writeThenRead(open(), [closing, ...pieces])).toBe('HTTP/1.1 401 Unauthorized');
});
