import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rowsOf } from '../../rows-for-test.ts';
import { openForTest, temporaryFolder, writeDatabase } from '../engine-for-test.ts';

const md5 = (text: unknown): string => createHash('md5').update(String(text)).digest('hex');

const TEXTS = `SELECT i, CASE WHEN i % 11 = 0 THEN NULL
    WHEN i % 5 = 0 THEN repeat('漢字é', CAST(hash(i) % 40 AS INTEGER))
    WHEN i % 7 = 0 THEN repeat('x', CAST(hash(i) % 9000 AS INTEGER))
    ELSE 'customer number ' || (hash(i) % 500) END AS text FROM range(20000) t(i)`;

it.each([
  ['as they are made', `SELECT text, md5(text) FROM (${TEXTS})`],
  ['in another order', `SELECT text, md5(text) FROM (${TEXTS}) ORDER BY hash(text || i)`],
  [
    'cut from others',
    `SELECT cut, md5(cut) FROM (SELECT unnest([text[3:], text[:20], text, text[14:30]]) AS cut FROM (${TEXTS}))`,
  ],
  ['from Parquet', `SELECT text, md5(text) FROM 'texts.parquet'`],
  ['from a table', `SELECT text, md5(text) FROM texts`],
  ['from a table, joined', `SELECT b.text, md5(b.text) FROM texts a JOIN texts b ON a.i = (b.i * 7919) % 20000`],
])('reads texts of every length %s', async (_, statement) => {
  const projectDirectory = temporaryFolder();
  await writeDatabase(
    join(projectDirectory, 'texts.duckdb'),
    `CREATE TABLE texts AS ${TEXTS}`,
    `COPY texts TO '${join(projectDirectory, 'texts.parquet')}'`,
  );
  const engine = await openForTest({ projectDirectory, allow: ['.'], database: 'texts.duckdb' });
  const rows = await rowsOf(engine, statement);
  expect(rows.length).toBeGreaterThanOrEqual(20_000);
  expect(rows.filter(([text, sum]) => (text === null ? sum !== null : md5(text) !== sum))).toEqual([]);
});

it('reads ENUM columns of 300 words', async () => {
  const projectDirectory = temporaryFolder();
  await writeDatabase(
    join(projectDirectory, 'e.duckdb'),
    `CREATE TYPE word AS ENUM (SELECT 'w' || i FROM range(300) t(i))`,
    `CREATE TABLE t AS SELECT ('w' || (i % 300))::word AS w, 'w' || (i % 300) AS text FROM range(3000) t(i)`,
  );
  const engine = await openForTest({ projectDirectory, database: 'e.duckdb' });
  expect((await rowsOf(engine, 'SELECT w, text FROM t')).filter(([ours, theirs]) => ours !== theirs)).toEqual([]);
});

it('refuses texts that would fill the memory, and stops their statement', async () => {
  const projectDirectory = temporaryFolder();
  await writeDatabase(join(projectDirectory, 't.duckdb'), `CREATE TABLE t AS SELECT repeat('x', 100000) AS text`);
  const engine = await openForTest({ projectDirectory, database: 't.duckdb', maxRunning: 1 });
  await expect(rowsOf(engine, 'SELECT text FROM t, range(10000)')).rejects.toMatchObject({ errorClass: 'resource' });
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});
