import { execFile } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { dataGenerations } from '../engine-source.ts';
import { rowsOf } from '../rows-for-test.ts';
import { Attachments } from './attachments.ts';
import { openInstance } from './duckdb-instance.ts';
import { openForTest, settingsForTest, temporaryFolder, writeDatabase } from './engine-for-test.ts';

const never = new AbortController().signal;

async function shop(content: string) {
  const projectDirectory = temporaryFolder();
  const file = join(projectDirectory, 'shop.duckdb');
  await writeDatabase(file, `CREATE TABLE t AS SELECT '${content}' AS content FROM range(300000)`);
  return { projectDirectory, file, database: 'shop.duckdb' };
}

/** Opens the file for writing in another process. */
async function writeElsewhere(file: string, statement: string): Promise<string> {
  const script = `
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(process.argv[1])).connect();
    await connection.run(process.argv[2]);
    connection.closeSync();`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, file, statement], {
    cwd: import.meta.dirname,
  });
  return run.then(
    () => 'written',
    (error: { stderr: string }) => (/Could not set lock/.test(error.stderr) ? 'locked' : error.stderr),
  );
}

it('finds the tables of the database by their plain names', async () => {
  const engine = await openForTest(await shop('first'));
  expect(await rowsOf(engine, 'SELECT any_value(content) FROM t')).toEqual([['first']]);
});

it('reads a file that was renamed over the attached one, while an earlier statement finishes on the old content', async () => {
  const { file, ...settings } = await shop('first');
  const source = { ...settingsForTest(settings), init: ['CREATE TEMP VIEW v AS SELECT content FROM t'] };
  const engine = await openForTest(source);
  const running = await engine.run({ text: 'SELECT content FROM v', params: [] }, never);
  const before = await dataGenerations('duckdb', source)();
  expect(running.generation).toBe(before);
  await writeDatabase(`${file}.new`, `CREATE TABLE t AS SELECT 'second' AS content`);
  renameSync(`${file}.new`, file);
  expect(await rowsOf(engine, 'SELECT content FROM v')).toEqual([['second']]);
  const next = await engine.run({ text: 'SELECT 1', params: [] }, never);
  expect(next.generation).not.toBe(before);
  expect(next.generation).toBe(await dataGenerations('duckdb', source)());
  await next.batches[Symbol.asyncIterator]().return?.();
  const seen = new Set<unknown>();
  let count = 0;
  for await (const { columns, rowCount } of running.batches) {
    count += rowCount;
    for (const value of columns[0] ?? []) seen.add(value);
  }
  expect([count, [...seen]]).toEqual([300_000, ['first']]);
});

it('blocks a writer while it reads, and lets it in soon after', async () => {
  const { file, ...settings } = await shop('first');
  const engine = await openForTest(settings);
  const running = await engine.run({ text: 'SELECT content FROM t', params: [] }, never);
  expect(await writeElsewhere(file, 'SELECT 1')).toBe('locked');
  await running.batches[Symbol.asyncIterator]().return?.();
  await pause(1_200);
  expect(await writeElsewhere(file, `UPDATE t SET content = 'written'`)).toBe('written');
  expect(await rowsOf(engine, 'SELECT DISTINCT content FROM t')).toEqual([['written']]);
});

it('lets a writer in at once after a check, and keeps the file open while statements arrive', async () => {
  const { file, ...settings } = await shop('first');
  const engine = await openForTest(settings);
  await engine.check(never);
  expect(await writeElsewhere(file, `UPDATE t SET content = 'written'`)).toBe('written');
  const running = await engine.run({ text: 'SELECT content FROM t', params: [] }, never);
  await engine.check(never);
  expect(await writeElsewhere(file, 'SELECT 1')).toBe('locked');
  await running.batches[Symbol.asyncIterator]().return?.();
  expect(await rowsOf(engine, 'SELECT DISTINCT content FROM t')).toEqual([['written']]);
});

it('reports a missing file as a connection error, and finds it when it appears', async () => {
  const projectDirectory = temporaryFolder();
  const source = settingsForTest({ projectDirectory, database: 'late.duckdb' });
  const engine = await openForTest(source);
  await expect(engine.check(AbortSignal.timeout(10_000))).rejects.toMatchObject({ errorClass: 'connection' });
  expect(await dataGenerations('duckdb', source)()).toBeUndefined();
  await writeDatabase(join(projectDirectory, 'late.duckdb'), 'CREATE TABLE t AS SELECT 1 AS x');
  expect(await rowsOf(engine, 'SELECT x FROM t')).toEqual([['1']]);
  rmSync(join(projectDirectory, 'late.duckdb'));
  await expect(engine.check(AbortSignal.timeout(10_000))).rejects.toMatchObject({ errorClass: 'connection' });
});

it('cannot change the database', async () => {
  const engine = await openForTest(await shop('first'));
  await expect(rowsOf(engine, 'DELETE FROM t')).rejects.toMatchObject({ errorClass: 'forbidden' });
});

it('serves many statements at once through replacements', async () => {
  const { file, ...settings } = await shop('0');
  const engine = await openForTest({ ...settings, maxRunning: 4 });
  let isDone = false;
  const readers = Array.from({ length: 8 }, async () => {
    const seen: number[] = [];
    const look = async () => seen.push(Number((await rowsOf(engine, 'SELECT max(content) FROM t'))[0]?.[0]));
    while (!isDone) await look();
    await look();
    return seen;
  });
  for (let version = 1; version <= 4; version += 1) {
    await writeDatabase(`${file}.new`, `CREATE TABLE t AS SELECT '${version}' AS content FROM range(1000)`);
    renameSync(`${file}.new`, file);
  }
  isDone = true;
  for (const seen of await Promise.all(readers)) {
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(4);
  }
});

it('gives back the memory and the lock of a database that no statement uses, and answers again', async () => {
  const { file, ...settings } = await shop('first');
  const { control, close } = await openInstance(settingsForTest(settings));
  const attachments = new Attachments(control, { path: file, foreignFolder: undefined });
  const kept = async () => {
    const reader = await control.runAndReadAll('SELECT sum(memory_usage_bytes)::DOUBLE FROM duckdb_memory()');
    return Number(reader.getRows()[0]?.[0]);
  };
  const counted = async () => {
    const catalog = await attachments.acquire();
    const sql = `SELECT count(DISTINCT content || rowid)::INTEGER FROM ${catalog.name}.t`;
    const reader = await control.runAndReadAll(sql);
    attachments.release(catalog);
    return reader.getRows()[0]?.[0];
  };
  expect([await counted(), await writeElsewhere(file, 'CREATE TABLE u (i INTEGER)')]).toEqual([300_000, 'locked']);
  const before = await kept();
  await attachments.empty();
  expect([before > 0, await kept()]).toEqual([true, 0]);
  const running = await attachments.acquire();
  await attachments.empty();
  expect(attachments.isCurrent(running)).toBe(true);
  attachments.release(running);
  await attachments.empty();
  expect(await writeElsewhere(file, 'CREATE TABLE u (i INTEGER)')).toBe('written');
  expect(await counted()).toBe(300_000);
  await attachments.close();
  await close();
});
