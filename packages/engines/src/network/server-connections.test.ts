import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../../../tests/servers/make-certificate.ts';
import { AddressRefused } from './guarded-socket.ts';
import { isKnock } from '../../../../tests/servers/is-knock.ts';
import { asStream, ModelServer } from '../../../../tests/servers/model-server.ts';
import { ServerError } from './server-error.ts';
import { ServerConnections } from './server-connections.ts';
import { fetchOver } from './bounded-fetch.ts';

const settings = {
  server: 'The server of the model',
  times: { connectMs: 10_000, firstByteMs: 120_000, pauseMs: 120_000 },
  mostBytes: 16 * 1024 * 1024,
};
let server: ModelServer;

beforeEach(async () => {
  server = await ModelServer.open();
});
afterEach(() => server[Symbol.asyncDispose]());

function fetchAs(kind: 'trusted' | 'registered', allowed: readonly string[] = []): typeof fetch {
  const connections = new ServerConnections({ allowed }, settings);
  onTestFinished(() => connections.close());
  return connections.fetchFor({ isTrusted: kind === 'trusted' });
}

const failureOf = (asking: Promise<unknown>): Promise<ServerError> =>
  asking.then(
    () => Promise.reject(new Error('it was answered')),
    (error: unknown) => (error instanceof ServerError ? error : Promise.reject(error)),
  );

it.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0'])(
  'a registered model on %s is asked nothing, and the error does not say why',
  async (host) => {
    const failure = await failureOf(fetchAs('registered')(`http://${host}:${server.port}/v1`, { method: 'POST' }));
    expect(failure).toMatchObject({
      failure: 'unreachable',
      message: 'The server of the model cannot be reached',
      cause: expect.any(AddressRefused),
    });
    expect(String(failure.cause)).toMatch(/may be connected to$/);
    expect(server.asked).toEqual([]);
  },
);

it.each([
  ['the operator allows its address', 'registered', ['127.0.0.0/8']],
  ['the operator named it', 'trusted', []],
] as const)('a model on this machine is asked when %s', async (_, kind, allowed) => {
  server.answer = ({ body, headers }, reply) => reply.end(JSON.stringify([body, headers['x-api-key']]));
  const asking = { method: 'POST', body: '{"a":"ü"}', headers: { 'x-api-key': 'k' } };
  for (const host of ['127.0.0.1', 'localhost']) {
    const answer = await fetchAs(kind, allowed)(`http://${host}:${server.port}/v1`, asking);
    expect(await answer.json()).toEqual([{ a: 'ü' }, 'k']);
  }
});

it('a server without a valid certificate gets no request', async () => {
  const asked: unknown[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'orrery-certificate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { key, certificate } = makeCertificate(folder, 'localhost');
  const files = { key: readFileSync(key), cert: readFileSync(certificate) };
  const secure = createServer(files, (request) => void (isKnock(request) || asked.push(request.url)));
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void secure.close());
  const { port } = secure.address() as AddressInfo; // it listens on a port
  const failure = await failureOf(fetchAs('registered', ['127.0.0.1'])(`https://localhost:${port}/v1`));
  expect(failure).toMatchObject({ failure: 'unreachable', cause: { code: expect.stringContaining('CERT') } });
  expect(asked).toEqual([]);
});

it('an answer without end is cut off', async () => {
  server.answer = (_, reply) => {
    asStream(reply);
    const more = () => {
      while (!reply.destroyed && reply.write(`: ${'x'.repeat(10_000)}\n\n`));
    };
    reply.on('drain', more);
    more();
  };
  const { Agent } = await import('node:http');
  const agent = new Agent();
  const times = { connectMs: 60_000, firstByteMs: 60_000, pauseMs: 60_000 };
  const bounded = fetchOver({ agentFor: () => agent, times, mostBytes: 100_000, server: settings.server });
  const answer = await bounded(server.url);
  expect(await failureOf(answer.text())).toMatchObject({ failure: 'too-long' });
});

it('an answer is read at the pace of its reader, who may stop', async () => {
  let written = 0;
  const gone = new Promise<void>((resolve) => {
    server.answer = ({ socket }, reply) => {
      asStream(reply);
      const more = () => {
        while (!reply.destroyed && reply.write('x'.repeat(50_000))) written += 50_000;
      };
      reply.on('drain', more);
      more();
      socket.once('close', () => resolve());
    };
  });
  const { body } = await fetchAs('trusted')(server.url);
  const reader = body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  await gone;
  expect(written).toBeLessThan(15_000_000);
});

it('an answer that is left while pieces of it wait throws nothing where nobody listens', async () => {
  server.answer = (_, reply) => {
    asStream(reply);
    for (let count = 0; count < 200; count++) reply.write('x'.repeat(1_000));
  };
  const faults: unknown[] = [];
  const note = (fault: unknown) => faults.push(fault);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  for (let count = 0; count < 40; count++) {
    const { body } = await fetchAs('trusted')(server.url);
    const reader = body?.getReader();
    for (let read = 0; read <= count % 4; read++) await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, count % 3)); // so that pieces wait
    void reader?.read();
    await reader?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(faults).toEqual([]);
});

it.each([100, 199, 600, 999])('the status %i, which no answer has, is a failure', async (status) => {
  server.answer = ({ socket }) => void socket.end(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`);
  expect(['dropped', 'unreachable']).toContain((await failureOf(fetchAs('trusted')(server.url))).failure);
});
