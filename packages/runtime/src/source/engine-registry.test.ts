import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readForeignProject } from '../../../config/src/foreign-project.ts';
import { EngineRegistry } from './engine-registry.ts';
import { SharedEngines } from './shared-engines.ts';

const { signal } = new AbortController();
const inputs = { variables: new Map(), dataSources: new Map() };
const joined = 'SELECT count(DISTINCT a.range * b.range)::VARCHAR FROM range(100000) a, range(100000) b';

let directory: string;
let opened: EngineRegistry[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-shared-engines-'));
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  rmSync(directory, { recursive: true, force: true });
});

function registry(engines: SharedEngines, accountId: number): EngineRegistry {
  const projectDirectory = join(directory, String(opened.length));
  mkdirSync(join(projectDirectory, 'model'), { recursive: true });
  writeFileSync(join(projectDirectory, 'orrery.yml'), 'data_sources: { default: { type: duckdb } }');
  const limits = { dataDirectory: directory, memoryMb: engines.shareMb, threads: 1 };
  const project = readForeignProject(projectDirectory, inputs);
  const one = new EngineRegistry(project, limits, pino({ level: 'silent' }), { accountId, engines });
  opened.push(one);
  return one;
}

const value = (one: EngineRegistry, text: string, stop = signal) =>
  one.firstValue({ dataSource: 'default', statement: { text, params: [] } }, stop);

it('lets more deployments answer than memory holds at a time, one after another', async () => {
  const engines = new SharedEngines({ memoryMb: 128, acts: { size: 8, perTenant: 4 } });
  const many = Array.from({ length: 4 }, () => registry(engines, 1));
  const answers = await Promise.all([...many, ...many].map((one, n) => value(one, `SELECT '${n}'`)));
  expect(answers).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect([engines.sharesTaken, engines.openCount]).toEqual([2, 4]);
});

it('answers another account while six deployments of one account use their memory', async () => {
  const engines = new SharedEngines({ memoryMb: 256, acts: { size: 4, perTenant: 3 } });
  const attackers = Array.from({ length: 6 }, () => registry(engines, 1));
  const stopping = new AbortController();
  const attacks = attackers.map((one) => value(one, joined, stopping.signal).catch((error: unknown) => error));
  expect(await value(registry(engines, 2), `SELECT 'here'`)).toBe('here');
  expect(engines.sharesTaken).toBeLessThanOrEqual(4);
  stopping.abort();
  await Promise.all(attacks);
});

it('ends a statement that exceeds its share of memory, and says so', async () => {
  const engines = new SharedEngines({ memoryMb: 128, acts: { size: 4, perTenant: 2 } });
  const list = value(registry(engines, 1), 'SELECT len(list(range))::VARCHAR FROM range(100000000)');
  await expect(list).rejects.toMatchObject({ errorClass: 'resource' });
});

it('takes no share when it is closed while a request waits for its turn', async () => {
  const engines = new SharedEngines({ memoryMb: 192, acts: { size: 4, perTenant: 1 } });
  const [working, closing, other] = [registry(engines, 1), registry(engines, 1), registry(engines, 2)];
  await value(other, `SELECT 'other'`);
  const stopping = new AbortController();
  const works = value(working, joined, stopping.signal).catch((error: unknown) => error);
  const waits = value(closing, `SELECT 'late'`);
  await closing.close();
  stopping.abort();
  await expect(waits).rejects.toMatchObject({ code: 'deployment.closed' });
  await works;
  expect(engines.openCount).toBe(2);
});
