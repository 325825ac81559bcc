import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StoreUnavailable } from '../store-unavailable.ts';
import { LogSync } from './log-sync.ts';
import { SqliteWriter } from './sqlite-writer.ts';

let folder: string;
let sqlite: BetterSqlite.Database;
let reader: BetterSqlite.Database;
let asked: { answer: () => void; fail: () => void }[];
let log: LogSync;
let writer: SqliteWriter;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-log-'));
  sqlite = new BetterSqlite(join(folder, 'store.db'));
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE written (id INTEGER)');
  reader = new BetterSqlite(join(folder, 'store.db'), { readonly: true });
  asked = [];
  sqlite.exec('INSERT INTO written VALUES (0); DELETE FROM written'); // makes the log
  const datasync = () =>
    new Promise<void>((resolve, reject) => asked.push({ answer: resolve, fail: () => reject(new Error('EIO')) }));
  log = new LogSync(join(folder, 'store.db-wal'), undefined, datasync);
  writer = new SqliteWriter(sqlite, log);
});

afterEach(async () => {
  await log.close();
  reader.close();
  sqlite.close();
  rmSync(folder, { recursive: true });
});

const insert = 'INSERT INTO written VALUES (?)';
const count = () => reader.prepare('SELECT count(*) FROM written').pluck().get();
const untilAsked = (times: number) => expect.poll(() => asked.length).toBe(times);
const yet = Symbol('yet');
const stateOf = (work: Promise<unknown>) => Promise.race([work, new Promise((resolve) => setImmediate(resolve, yet))]);

async function transact(isShared: boolean, id: number): Promise<void> {
  const transaction = writer.open(isShared);
  await transaction.begin();
  try {
    transaction.run(insert, [id]);
    await transaction.commit();
  } catch (error) {
    transaction.rollBack();
    throw error;
  }
}

it.each([
  ['a statement', (id: number) => writer.run(insert, [id])],
  ['a transaction', (id: number) => transact(false, id)],
  ['a shared transaction', (id: number) => transact(true, id)],
])('%s succeeds when it is on disk', async (_, write) => {
  const work = write(1);
  await untilAsked(1);
  expect([count(), await stateOf(work)]).toEqual([1, yet]);
  asked[0]?.answer();
  await work;
});

it('others write while one waits for the disk, and one request covers all that came meanwhile', async () => {
  const first = transact(false, 1);
  await untilAsked(1);
  const others = [writer.run(insert, [2]), transact(false, 3), transact(true, 4)];
  await expect.poll(count).toBe(4);
  asked[0]?.answer();
  await first;
  await untilAsked(2);
  expect(await Promise.all(others.map(stateOf))).toEqual([yet, yet, yet]);
  asked[1]?.answer();
  await Promise.all(others);
  expect(asked).toHaveLength(2);
});

it('reads and writes nothing more after the disk has refused, and what was under way fails', async () => {
  const works = [transact(false, 1)];
  await untilAsked(1);
  works.push(transact(false, 2), transact(true, 3));
  await expect.poll(count).toBe(3);
  asked[0]?.fail();
  expect(await Promise.allSettled(works)).toEqual(
    works.map(() => ({ status: 'rejected', reason: expect.any(StoreUnavailable) })),
  );
  for (const later of [writer.run(insert, [4]), transact(false, 5), transact(true, 6)])
    await expect(later).rejects.toThrow(StoreUnavailable);
  expect([count(), asked.length]).toEqual([3, 1]);
});
