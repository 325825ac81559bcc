import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AttackedService } from './attacked-service.ts';

let directory: string;
let service: AttackedService;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-replaced-'));
  cpSync(join(import.meta.dirname, 'project'), directory, { recursive: true });
  writeFileSync(
    join(directory, 'orrery.yml'),
    'data_sources:\n  default:\n    type: duckdb\n    database: data/stock.duckdb\n    allow: [data]\n',
  );
  writeFileSync(
    join(directory, 'model', 'stock.yml'),
    'cubes:\n  - name: stock\n    sql_table: stock\n    dimensions:\n      - { name: word, sql: word, type: string }\n    measures:\n      - { name: count, type: count }\n',
  );
  await replaceDatabase('first', 1);
  service = await AttackedService.open({ directory });
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

/**
 * Replaces the database as a nightly job does: writes a new file under another name and renames it over the old one.
 */
async function replaceDatabase(word: string, rows: number): Promise<void> {
  const file = join(directory, 'data', 'stock.duckdb');
  const instance = await DuckDBInstance.create(`${file}.new`);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE stock AS SELECT '${word}' AS word FROM range(${rows})`);
  connection.closeSync();
  instance.closeSync();
  renameSync(`${file}.new`, file);
}

const stock = async () => {
  const answer = await service.ask({ dimensions: ['stock.word'], measures: ['stock.count'] });
  expect([answer.status, answer.body?.data?.length]).toEqual([200, 1]);
  const [row] = answer.body?.data ?? [];
  return `${row?.['stock.word']} ${row?.['stock.count']}`;
};

it('a replaced database file is noticed, and no answer mixes both', async () => {
  expect(await stock()).toBe('first 1');
  const seen = new Set<string>();
  let isDone = false;
  const readers = Array.from({ length: 4 }, async () => {
    while (!isDone) seen.add(await stock());
  });
  for (const [word, rows] of [
    ['second', 2],
    ['third', 3],
  ] as const) {
    await replaceDatabase(word, rows);
    expect(await stock()).toBe(`${word} ${rows}`);
  }
  isDone = true;
  await Promise.all(readers);
  expect([...seen].filter((one) => !['first 1', 'second 2', 'third 3'].includes(one))).toEqual([]);
});

it('a replaced file of rows is noticed', async () => {
  const count = async () => (await service.ask({ measures: ['orders.count'], cache: 'no-cache' })).body?.data;
  expect(await count()).toEqual([{ 'orders.count': '5' }]);
  const header = 'id,status,created_at,is_paid,amount,customer_id,store_id,margin';
  const file = join(directory, 'data', 'orders.csv');
  writeFileSync(`${file}.new`, `${header}\n1,new,2024-01-01 09:00:00,true,10.50,1,1,91.25\n`);
  renameSync(`${file}.new`, file);
  expect(await count()).toEqual([{ 'orders.count': '1' }]);
});

it('a missing database is a failure of the data source, and its return is noticed', async () => {
  rmSync(join(directory, 'data', 'stock.duckdb'));
  const answer = await service.ask({ measures: ['stock.count'] });
  expect([answer.status, answer.body?.problems?.[0]?.code]).toEqual([400, 'data-source.connection']);
  expect(answer.text).not.toContain(directory);
  expect((await service.get('/livez')).status).toBe(200);
  await replaceDatabase('again', 4);
  expect(await stock()).toBe('again 4');
});
