import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../engine.ts';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest, temporaryFolder, writeDatabase } from './engine-for-test.ts';

const endless = 'SELECT count(*) FROM range(1000000000) AS a (i), range(1000000000) AS b (j) WHERE a.i * b.j % 7 = 3';
const never = new AbortController().signal;

/** Runs until the test ends; resolves when the engine has given it a connection. */
function occupy(engine: Engine): void {
  const controller = new AbortController();
  const running = engine.run({ text: endless, params: [] }, controller.signal).catch(() => undefined);
  onTestFinished(async () => {
    controller.abort();
    await running;
  });
}

it('answers while statements occupy every slot and others wait', async () => {
  const engine = await openForTest({ maxRunning: 2 });
  for (let taken = 0; taken < 5; taken += 1) occupy(engine);
  await Promise.all(Array.from({ length: 20 }, () => engine.check(never)));
});

it('takes no slot of a statement, and does not wait behind an abandoned check', async () => {
  const engine = await openForTest({ maxRunning: 1 });
  const given = Array.from({ length: 10 }, () => engine.check(AbortSignal.abort()));
  expect(new Set((await Promise.allSettled(given)).map(({ status }) => status))).toEqual(new Set(['rejected']));
  await engine.check(never);
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('fails while its database file is gone', async () => {
  const projectDirectory = temporaryFolder();
  const file = join(projectDirectory, 'shop.duckdb');
  await writeDatabase(file, 'CREATE TABLE t AS SELECT 1 AS one');
  const engine = await openForTest({ projectDirectory, database: 'shop.duckdb' });
  await engine.check(never);
  rmSync(file);
  await expect(engine.check(never)).rejects.toMatchObject({ errorClass: 'connection' });
  await writeDatabase(file, 'CREATE TABLE t AS SELECT 1 AS one');
  await engine.check(never);
});

it('ends with the engine', async () => {
  const engine = await openForTest({ maxRunning: 1 });
  occupy(engine);
  const checks = Array.from({ length: 50 }, () => engine.check(never).catch(() => undefined));
  await engine.close();
  await Promise.all(checks);
  await expect(engine.check(never)).rejects.toMatchObject({ errorClass: 'connection' });
});
