import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../../../tests/servers/free-port.ts';
import { runOrrery } from '../command/run-orrery.ts';

const directory = mkdtempSync(join(tmpdir(), 'orrery-doctor-command-'));
let port: string;

beforeAll(async () => {
  port = String(await freePort());
});

afterAll(() => rmSync(directory, { recursive: true }));

function doctor(project: string, environment: Readonly<Record<string, string>> = {}) {
  return runOrrery(['doctor', '--dev', '--project', project, '--port', port], { directory, environment });
}

function writeProject(name: string, settings: string): string {
  const project = join(directory, name);
  mkdirSync(join(project, 'model'), { recursive: true });
  writeFileSync(join(project, 'orrery.yml'), settings);
  return project;
}

const levels = (output: string) =>
  output.split('\n').flatMap((line) => /^(ok|note|wrong) +(\w+(?: \w+)?) {2}/.exec(line)?.slice(1, 3).join(' ') ?? []);

it('names each part of a sound installation, and leaves nothing behind', async () => {
  const project = writeProject('sound', 'data_sources:\n  default:\n    type: duckdb\n');
  const { code, output, errors } = await doctor(project);
  expect([code, errors]).toEqual([0, '']);
  expect(levels(output)).toEqual([
    'ok version',
    'ok settings',
    'ok port',
    'ok certificate',
    expect.stringMatching(/^(ok|note) data folder$/),
    expect.stringMatching(/^(ok|note) temporary folder$/),
    'ok store',
    'ok project',
    'ok data source',
  ]);
  expect(output).toMatch(/\nNothing is wrong(, \d to look at)?\.\n$/);
});

it('says what is wrong with each part, and the way out, without the secrets', async () => {
  const sources = [
    'data_sources:',
    '  default: {type: duckdb, database: data/nowhere.duckdb}',
    '  warehouse: {type: postgres, url: "${WAREHOUSE_URL}"}',
  ];
  const { code, output } = await doctor(writeProject('broken', sources.join('\n')), {
    WAREHOUSE_URL: `postgres://u:do-not-show-this@127.0.0.1:${port}/d?sslmode=disable`,
    ORRERY_SECRET_KEY: 'do-not-show-the-master-key-of-this-store',
    ORRERY_DATABASE_URL: `postgres://u:do-not-show-that@127.0.0.1:${port}/d`,
  });
  expect(code).toBe(1);
  expect(output).toContain('wrong  store');
  expect(output).toContain('-> start the database, or correct ORRERY_DATABASE_URL');
  expect(output).toMatch(/wrong {2}data source +default \(duckdb\) does not answer: there is no database file/);
  expect(output).toMatch(/wrong {2}data source +warehouse \(postgres\) does not answer: .*ECONNREFUSED/);
  expect(output).toMatch(/-> correct `data_sources\.warehouse` in orrery\.yml/);
  expect(output).toMatch(/\n3 wrong(, \d to look at)?\.\n$/);
  expect(output).not.toContain('do-not-show');
});

it('names the variable whose value an engine repeats', async () => {
  const source = 'data_sources:\n  default: {type: duckdb, init: ["SELECT CAST(\'${SOME_VALUE}\' AS INTEGER)"]}\n';
  const { code, output } = await doctor(writeProject('repeated', source), { SOME_VALUE: 'do-not-show-this' });
  expect(code).toBe(1);
  expect(output).toMatch(/default \(duckdb\) does not answer: .*'\$\{SOME_VALUE\}'/);
  expect(output).not.toContain('do-not-show');
});

it('lists every problem of the settings and of the project', async () => {
  const unread = await doctor(writeProject('any', ''), { ORRERY_CACHE_MB: 'much', ORRERY_LOG_LEVEL: 'loud' });
  expect(unread.code).toBe(1);
  expect(levels(unread.output)).toEqual(['ok version', 'wrong settings', 'wrong settings']);
  const { code, output } = await doctor(writeProject('faulty', 'data_source: {}\nquery: {timezone: Nowhere/At}\n'));
  expect(code).toBe(1);
  expect(levels(output).filter((line) => line === 'wrong project')).toHaveLength(3);
  expect(output).toContain('orrery.yml');
});
