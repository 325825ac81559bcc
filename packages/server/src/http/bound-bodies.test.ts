import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { answerErrors } from './answer-errors.ts';
import { boundBodies } from './bound-bodies.ts';

const megabyte = 1024 * 1024;
let app: FastifyInstance;
let origin: string;
/** Delays a request before its body is read. */
let arrived: (reply: FastifyReply) => Promise<void>;

beforeEach(async () => {
  arrived = async () => undefined;
  app = Fastify({ bodyLimit: 4 * megabyte, forceCloseConnections: true });
  onTestFinished(() => app.close());
  app.addHook('onRequest', async (_request, reply) => arrived(reply));
  boundBodies(app, { mostBytes: 8 * megabyte });
  answerErrors(app, { isDevelopment: false });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
  app.post('/', async ({ body }) => ({ bytes: (body as Buffer).length }));
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});

/** Sends the headers of a body and none of it. */
async function announce(headers: Readonly<Record<string, string>>): Promise<ClientRequest> {
  const sent = request(origin, { method: 'POST', headers: { 'content-type': 'x/y', ...headers }, agent: false });
  sent.on('error', () => undefined); // some are left
  sent.flushHeaders();
  await once(app.server, 'request');
  return sent;
}

async function answerTo(
  sent: ClientRequest,
): Promise<{ readonly status: number | undefined; readonly again: unknown }> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, again: answer.headers['retry-after'] };
}

const post = async (bytes: number) =>
  (await fetch(origin, { method: 'POST', body: new Uint8Array(bytes), headers: { 'content-type': 'x/y' } })).status;

const large = { 'content-length': String(3 * megabyte) };

it('large bodies beyond the bound get a retry answer, small ones are still read', async () => {
  const waiting = [await announce(large), await announce({ 'transfer-encoding': 'chunked' })];
  expect(await answerTo(await announce(large))).toEqual({ status: 503, again: '1' });
  expect(await post(megabyte)).toBe(200);
  waiting[0]?.end(new Uint8Array(3 * megabyte));
  expect(waiting[0] && (await answerTo(waiting[0])).status).toBe(200);
  expect(await post(3 * megabyte)).toBe(200);
});

it('a client that disconnects frees its share of memory', async () => {
  for (let left = 0; left < 20; left += 1) {
    const sent = await announce(large);
    sent.destroy();
    await new Promise((resolve) => sent.once('close', resolve));
  }
  await expect.poll(() => post(3 * megabyte)).toBe(200);
});

it('a client that disconnects before its body is expected takes no memory', async () => {
  const left: Promise<void>[] = [];
  arrived = (reply) => {
    const isGone = once(reply.raw, 'close').then(() => undefined);
    left.push(isGone);
    return isGone;
  };
  for (let asked = 0; asked < 20; asked += 1) (await announce(large)).destroy();
  await Promise.all(left);
  arrived = async () => undefined;
  await new Promise((resolve) => setImmediate(resolve));
  expect([left.length, await post(3 * megabyte)]).toEqual([20, 200]);
});

it('a body over the limit is refused with that reason, and takes no memory', async () => {
  const sent = await announce({ 'content-length': String(100 * megabyte) });
  expect((await answerTo(sent)).status).toBe(413);
  expect(await post(4 * megabyte)).toBe(200);
});
