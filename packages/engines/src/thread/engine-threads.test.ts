import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EngineThreads } from './engine-threads.ts';
import { ThreadedEngines } from './threaded-engines.ts';

const results = { memoryLimitMb: 64, threads: 1, maxRunning: 2, timeoutMs: 60_000 };
const endless = 'SELECT count(*) FROM range(1000000) a(i), range(100000000) b(j) WHERE hash(i * j) % 7 = 3';

let directory: string;
let opened: ThreadedEngines[];
let faults: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-threads-'));
  opened = [];
  faults = [];
});

afterEach(async () => {
  await Promise.all(opened.map((engines) => engines.close()));
  rmSync(directory, { recursive: true });
});

function engines(threads: EngineThreads, owner: string): ThreadedEngines {
  const settings = {
    projectDirectory: directory,
    allow: [],
    init: [],
    memoryLimitMb: 64,
    threads: 1,
    temporaryDirectory: directory,
    maxTemporaryMb: 64,
    maxRunning: 2,
    timeoutMs: 60_000,
  };
  const sources = new Map([['default', { type: 'duckdb' as const, settings }]]);
  const onFault = () => void faults.push(owner);
  const one = new ThreadedEngines({ sources, results, maxResultBytes: 2 ** 20, onFault, shared: { threads, owner } });
  opened.push(one);
  return one;
}

const value = (of: ThreadedEngines, text: string, signal?: AbortSignal) =>
  of.working.request({ kind: 'first-value', source: 'default', statement: { text, params: [] } }, signal);

it('host as many engines as wanted, each with its own answers', async () => {
  const threads = new EngineThreads(2);
  const many = Array.from({ length: 7 }, (_, n) => engines(threads, String(n % 3)));
  const answers = await Promise.all(many.map((one, n) => value(one, `SELECT '${n}'`)));
  expect([answers, threads.count]).toEqual([['0', '1', '2', '3', '4', '5', '6'], 2]);
});

it('keep engines of one owner away from those of another one while there is room', async () => {
  const file = new URL('failing-worker-fixture.ts', import.meta.url);
  const threads = new EngineThreads(2, { file, resourceLimits: {} });
  const [a, b, ...more] = ['a', 'b', 'b', 'b'].map((owner) => engines(threads, owner));
  await expect(b?.working.request({ kind: 'open', source: 'exits' })).rejects.toThrow('connection');
  expect(faults).toEqual(['b', 'b', 'b']);
  await expect(a?.working.request({ kind: 'open', source: 'works' })).resolves.toBeUndefined();
  for (const one of more) await expect(one.working.request({ kind: 'open', source: 'works' })).resolves.toBeUndefined();
});

it('close engines without stopping those of others, and end with the last', async () => {
  const threads = new EngineThreads(1);
  const [one, other] = [engines(threads, 'a'), engines(threads, 'b')];
  const stopped = expect(value(one, endless)).rejects.toThrow('cancelled');
  const kept = expect(value(other, endless)).rejects.toThrow('cancelled');
  await one.close();
  await stopped;
  expect(await value(other, `SELECT 'here'`)).toBe('here');
  await other.close();
  await kept;
  await expect.poll(() => threads.count).toBe(0);
});

it('open engines that rested again, and keep those that gave back their memory', async () => {
  const threads = new EngineThreads(1);
  const [one, other] = [engines(threads, 'a'), engines(threads, 'b')];
  expect(await value(one, `SELECT 'first'`)).toBe('first');
  await one.empty();
  expect(await value(one, `SELECT 'second'`)).toBe('second');
  await one.rest();
  await one.empty();
  expect(await Promise.all([value(one, `SELECT 'third'`), value(other, `SELECT 'other'`)])).toEqual(['third', 'other']);
});

it('tell a fault to those whose statements it ends, and answer them again', async () => {
  const file = new URL('faulty-worker-fixture.ts', import.meta.url);
  const threads = new EngineThreads(1, { file, resourceLimits: {} });
  const [one, other] = [engines(threads, 'a'), engines(threads, 'b')];
  await value(other, `SELECT 'open'`);
  const leaving = new AbortController();
  const left = expect(value(other, endless, leaving.signal)).rejects.toThrow('cancelled');
  const ended = expect(value(other, endless)).rejects.toMatchObject({
    errorClass: 'connection',
    cause: { message: 'a fault of ours' },
  });
  leaving.abort();
  await one.working.request({ kind: 'open', source: 'faults' }).catch(() => undefined);
  await Promise.all([left, ended]);
  expect([faults.toSorted(), await value(other, `SELECT 'again'`)]).toEqual([['a', 'b'], 'again']);
});

it('close engines once, also when they are asked twice while a statement runs', async () => {
  const threads = new EngineThreads(1);
  const [one, other] = [engines(threads, 'a'), engines(threads, 'b')];
  await value(other, `SELECT 'open'`);
  const stopped = expect(value(one, endless)).rejects.toThrow('cancelled');
  await Promise.all([one.rest(), one.close(), one.close()]);
  await stopped;
  expect([await value(other, `SELECT 'here'`), faults]).toEqual(['here', []]);
});
