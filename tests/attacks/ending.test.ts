import { connect } from 'node:net';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { rawGet, type ServerProcess, startProcess } from './server-process.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-ending-'));
  cpSync(join(import.meta.dirname, 'project'), join(directory, 'project'), { recursive: true });
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function start(): Promise<ServerProcess> {
  const server = await startProcess(['--project', 'project', '--dev'], { directory });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

const ask = ({ origin, token }: ServerProcess, query: unknown) =>
  rawGet(`${origin}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`, { authorization: token });

it('a server told to end answers what it has begun, and takes nothing new', async () => {
  const server = await start();
  const answers = Array.from({ length: 8 }, () => ask(server, { dimensions: ['huge.id'], limit: 50_000 }));
  await pause(30);
  const ended = server.stop();
  const results = await Promise.allSettled(answers);
  const statuses = results.map((result) => (result.status === 'fulfilled' ? result.value.status : 'refused'));
  expect(statuses.every((status) => status === 200 || status === 503 || status === 'refused')).toBe(true);
  expect(await ended).toBe(0);
  await expect(ask(server, { measures: ['orders.count'] })).rejects.toThrow('ECONNREFUSED');
});

it('a server told to end cuts off endless queries and ends cleanly', async () => {
  const server = await start();
  const silent = connect(Number(new URL(server.origin).port), '127.0.0.1');
  await once(silent, 'connect');
  const endless = [ask(server, { measures: ['endless.count'] }), ask(server, { measures: ['endless.count'] })];
  const waiting = [ask(server, { measures: ['endless.count'] }), ask(server, { measures: ['orders.count'] })];
  const cut = Promise.allSettled([...endless, ...waiting]);
  await pause(200);
  expect(await server.stop()).toBe(0);
  expect((await cut).map(({ status }) => status)).toEqual(new Array(4).fill('rejected'));
  expect(server.output().logged).not.toMatch(/    at |unhandled|Error:/i);
}, 30_000);
