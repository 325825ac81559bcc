import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import { generate } from 'selfsigned';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerBrokenRequest } from './answer-broken-requests.ts';
import { createServer } from './server/create-server.ts';
import type { TlsMaterial } from './tls/certificate-source.ts';

const made = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', algorithm: 'sha256' });
const certificate: TlsMaterial = { cert: made.cert, key: made.private };

async function serve(tls?: TlsMaterial): Promise<{ readonly app: FastifyInstance; readonly port: number }> {
  const app: FastifyInstance = Fastify({
    serverFactory: (listener) => createServer(listener, tls),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, app.log),
  });
  app.get('/', async () => ({ isUp: true }));
  app.get('/slow', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '10' });
    reply.raw.write('half ');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, port: (app.server.address() as AddressInfo).port }; // it listens on TCP
}

/** Everything that is answered until the connection ends. */
async function sent(
  bytes: string,
  to: { readonly port: number; readonly isSecure?: boolean; readonly leaves?: boolean },
) {
  const target = { host: '127.0.0.1', port: to.port };
  const socket = to.isSecure ? connectSecurely({ ...target, rejectUnauthorized: false }) : connect(target);
  socket.on('error', () => undefined); // a reset is an end too
  let answered = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answered += text));
  if (to.leaves) socket.end(bytes, 'latin1');
  else socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return answered;
}

const isUp = async ({ app }: { readonly app: FastifyInstance }) => (await app.inject('/')).json();

describe('over plain HTTP', () => {
  it.each<[string, string, string]>([
    ['words that are no request', 'HELO there\r\n\r\n', '400 Bad Request'],
    ['a handshake of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '400 Bad Request'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400 Bad Request'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400 Bad Request',
    ],
    [
      'headers without an end',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])('%s get a plain answer, and the connection ends', async (_, bytes, status) => {
    const server = await serve();
    const answered = await sent(bytes, server);
    expect(answered).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
    expect(JSON.parse(answered.split('\r\n\r\n')[1] ?? '')).toEqual({ error: expect.any(String) });
    expect(await isUp(server)).toEqual({ isUp: true });
  });

  it('bytes behind a request in progress add nothing to its answer', async () => {
    const server = await serve();
    const answered = await sent('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n', server);
    expect(answered).not.toContain('400');
  });
});

describe('over HTTPS', () => {
  it.each<[string, string]>([
    ['plain HTTP', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['noise', '\x00\xff\x16\x03nonsense'],
    ['a handshake that breaks off', '\x16\x03\x01\x02\x00\x01'],
    ['a handshake of a version nobody speaks', '\x16\x03\x00\x00\x05\x01\x00\x00\x01\x00'],
  ])('%s ends the connection, and the server keeps running', async (_, bytes) => {
    const server = await serve(certificate);
    expect(await sent(bytes, { ...server, leaves: true })).not.toContain('HTTP/1.1 2');
    expect(await isUp(server)).toEqual({ isUp: true });
  });

  it('bytes that are not a request get an answer', async () => {
    const server = await serve(certificate);
    expect(await sent('nonsense\r\n\r\n', { ...server, isSecure: true })).toMatch(/^HTTP\/1.1 400 /);
  });
});
