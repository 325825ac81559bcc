import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, it } from 'vitest';
import { prepareShop } from './prepare.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-'));
  folders.push(folder);
  return folder;
}

async function ask(file: string, sql: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(sql);
  const rows = reader.getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

const fingerprint = `SELECT (SELECT bit_xor(hash(o)) FROM orders o), (SELECT bit_xor(hash(i)) FROM order_items i),
  (SELECT bit_xor(hash(s)) FROM sessions s), (SELECT bit_xor(hash(r)) FROM refunds r), (SELECT bit_xor(hash(c)) FROM customers c)`;

it('makes the same rows for the same day, ending the day before, and leaves no other file', async () => {
  const [first, second] = [await newFolder(), await newFolder()];
  await writeFile(join(first, 'shop.999999999.unfinished'), 'of a run that was killed');
  const shop = await prepareShop({ directory: first, today: '2026-03-01' });
  const again = await prepareShop({ directory: second, today: '2026-03-01' });

  expect(shop.isNew).toBe(true);
  expect(shop.rowCount).toBeGreaterThan(900_000);
  expect(await ask(shop.file, fingerprint)).toEqual(await ask(again.file, fingerprint));
  expect(await ask(shop.file, 'SELECT max(created_at)::DATE::VARCHAR FROM orders')).toEqual([['2026-02-28']]);
  expect((await readdir(first)).sort()).toEqual(['shop.duckdb', 'shop.stamp']);
});

it('keeps a file that was made for that day', async () => {
  const directory = await newFolder();
  await prepareShop({ directory, today: '2026-03-01' });
  const kept = await prepareShop({ directory, today: '2026-03-01' });
  expect(kept.isNew).toBe(false);
  expect(kept.rowCount).toBeGreaterThan(900_000);
});

it('refuses a day that does not exist', async () => {
  await expect(prepareShop({ directory: await newFolder(), today: '2026-02-30' })).rejects.toThrow('YYYY-MM-DD');
});
