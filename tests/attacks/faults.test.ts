import { once } from 'node:events';
import { createHmac } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { rawGet, type ServerProcess, startProcess } from './server-process.ts';

const secret = 'the-secret-that-signs-the-tokens-of-this-service';

/**
 * Throws a different fault for each signal: after an answer, and outside of any request. A header also triggers one.
 */
const faulty = `
import { subscribe } from 'node:diagnostics_channel';
let isNext = false;
process.on('SIGUSR2', () => { isNext = true; });
process.on('SIGWINCH', () => { throw new Error('thrown by nobody'); });
subscribe('tracing:fastify.request.handler:start', ({ request }) => {
  if (request.headers['x-fault'] === undefined) return;
  setImmediate(() => { throw new Error('thrown before an answer'); });
});
subscribe('http.server.response.finish', ({ response }) => {
  if (!isNext) return;
  isNext = false;
  response.once('close', () => { throw new Error('thrown after an answer'); });
  void Promise.reject(new Error('waited for by nobody'));
});
`;

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-faults-'));
  cpSync(join(import.meta.dirname, 'project'), join(directory, 'project'), { recursive: true });
  writeFileSync(join(directory, 'faulty.mjs'), faulty);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function start(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const faults = { NODE_OPTIONS: `--import=${pathToFileURL(join(directory, 'faulty.mjs')).href}` };
  const place = { directory, environment: { ORRERY_API_SECRET: secret, ...faults, ...environment } };
  const server = await startProcess(['--project', 'project', '--dev'], place);
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

const encode = (text: string) => Buffer.from(text).toString('base64url');

function signed(claims: string): string {
  const input = `${encode('{"alg":"HS256"}')}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

interface Line {
  readonly level: string;
  readonly requestId?: string;
  readonly err?: { readonly message: string };
}

/** Returns the logged faults, with their requests. */
const faultsOf = ({ output }: ServerProcess, wanted: string) =>
  output()
    .logged.split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ level }) => level === wanted)
    .map(({ requestId, err }) => [requestId, err?.message] as const)
    .sort(([, one = ''], [, other = '']) => (one < other ? -1 : 1));

const meta = ({ origin, token }: ServerProcess, headers: Readonly<Record<string, string>> = {}) =>
  rawGet(`${origin}/cubejs-api/v1/meta`, { authorization: token, ...headers });

it('claims nested too deeply are refused, and the server goes on', async () => {
  const server = await start();
  const claims = (levels: number) => `{"exp":4102444800,"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  for (const levels of [32, 3_500, 5_000]) {
    expect((await meta(server, { authorization: signed(claims(levels)) })).status).toBe(401);
  }
  expect((await meta(server, { authorization: signed(claims(31)) })).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

it('an error thrown after an answer is logged with the id of its request, and the process goes on serving', async () => {
  const server = await start();
  server.child.kill('SIGUSR2');
  await eventually(async () => {
    await meta(server, { 'x-request-id': 'asked-before' });
    expect(faultsOf(server, 'error')).toEqual([
      ['asked-before', 'thrown after an answer'],
      ['asked-before', 'waited for by nobody'],
    ]);
  });
  expect((await meta(server)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

it('an error thrown before an answer ends only that answer', async () => {
  const server = await start();
  const load = (limit: number, headers: Readonly<Record<string, string>>) =>
    rawGet(`${server.origin}/cubejs-api/v1/load?query={%22measures%22:[%22slow.count%22],%22limit%22:${limit}}`, {
      authorization: server.token,
      ...headers,
    });
  const slow = load(1, {});
  const broken = await load(2, { 'x-fault': 'yes', 'x-request-id': 'asked-for-it' });
  expect([broken.status, JSON.parse(broken.text)]).toEqual([
    500,
    expect.objectContaining({ requestId: 'asked-for-it' }),
  ]);
  expect((await slow).status).toBe(200);
  expect(faultsOf(server, 'error')).toEqual([
    ['asked-for-it', 'an exception was not caught'],
    ['asked-for-it', 'thrown before an answer'],
  ]);
  expect(await server.stop()).toBe(0);
});

it('after a fault outside any request the process lets requests finish and serves again, and ends at the next fault', async () => {
  const server = await start();
  const slow = rawGet(
    `${server.origin}/cubejs-api/v1/load?query=${encodeURIComponent('{"measures":["slow.count"]}')}`,
    { authorization: server.token },
  );
  await rawGet(`${server.origin}/livez`);
  server.child.kill('SIGWINCH');
  expect((await slow).status).toBe(200);
  await eventually(() => expect(server.output().logged).toContain('serving again'));
  expect((await meta(server)).status).toBe(200);
  expect(faultsOf(server, 'fatal')).toEqual([[undefined, 'thrown by nobody']]);
  const ended = once(server.child, 'exit');
  server.child.kill('SIGWINCH');
  expect(await ended).toEqual([1, null]);
});
