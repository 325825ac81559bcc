import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectSqlite } from './connect-sqlite.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import type { Store } from '../store.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { inSharedTransaction, inTransaction, type Writer } from '../transaction.ts';

let file: string;
let store: Store;
let database: Database;

beforeEach(async () => {
  file = join(mkdtempSync(join(tmpdir(), 'orrery-sqlite-')), 'orrery.db');
  store = connectSqlite(file);
  ({ database } = store);
  await migrate(database);
});

afterEach(async () => {
  await store.close();
  rmSync(join(file, '..'), { recursive: true });
});

const insert = (writer: Writer, id: number, name = `${id}`) =>
  writer.insertInto('account').values({ id, name, created_at: 1, first_key_at: null }).execute();
const ids = async (writer: Writer = database) =>
  (await writer.selectFrom('account').select('id').orderBy('id').execute()).map(({ id }) => id);
const share = (id: number, fails = false) =>
  inSharedTransaction(database, async (transaction) => {
    await insert(transaction, id);
    if (fails) throw new Error(`not ${id}`);
    return id;
  });
const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('statements that only read', () => {
  it('wait for no transaction, and see only what is committed', async () => {
    await inTransaction(database, async (transaction) => {
      await insert(transaction, 1);
      expect(await ids(transaction)).toEqual([1]);
      expect(await ids()).toEqual([]);
    });
    expect(await ids()).toEqual([1]);
  });

  it('see one moment in a transaction that only reads', async () => {
    await insert(database, 1);
    await database
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        expect(await ids(transaction)).toEqual([1]);
        await insert(database, 2);
        expect(await ids(transaction)).toEqual([1]);
        await expect(insert(transaction, 3)).rejects.toThrow(StoreUnavailable);
      });
    expect(await ids()).toEqual([1, 2]);
  });
});

describe('shared transactions', () => {
  it('are on disk when they have ended, however many there are at once', async () => {
    const other = new BetterSqlite(file, { readonly: true });
    const seen = await Promise.all(
      range(100).map(async (id) => {
        await share(id);
        return other.prepare('SELECT id FROM account WHERE id = ?').get(id);
      }),
    );
    expect(seen).toEqual(range(100).map((id) => ({ id })));
    other.close();
  });

  it('undo only their own changes when they fail', async () => {
    const outcomes = await Promise.allSettled(range(10).map((id) => share(id, id % 3 === 0)));
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(range(10).map((id) => id % 3 !== 0));
    expect(await ids()).toEqual([1, 2, 4, 5, 7, 8, 10]);
  });

  it('are seen by those that begin after them, and not by reads before they are on disk', async () => {
    const first = share(1);
    const second = inSharedTransaction(database, async (transaction) => [await ids(transaction), await ids()]);
    expect(await second).toEqual([[1], []]);
    await first;
    expect(await ids()).toEqual([1]);
  });

  it('run beside transactions and statements of other kinds in the order in which they were asked for', async () => {
    const works = range(30).map((id) => {
      if (id % 3 === 0) return insert(database, id);
      return id % 3 === 1 ? share(id) : inTransaction(database, (transaction) => insert(transaction, id));
    });
    await Promise.all(works);
    expect(await ids()).toEqual(range(30));
  });

  it('all fail when they cannot be written, and work again when there is space', async () => {
    await sql`PRAGMA max_page_count = 1`.execute(database); // all there are
    const large = inSharedTransaction(database, (transaction) => insert(transaction, 50, 'x'.repeat(1_000_000)));
    const outcomes = await Promise.allSettled([share(1), large, share(2)]);
    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    const done = await ids();
    expect(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))).toEqual(done);
    await sql`PRAGMA max_page_count = 1000000`.execute(database);
    await Promise.all([share(3), share(4)]);
    expect(await ids()).toEqual([...done, 3, 4]);
  });

  it('wait for another process that writes', async () => {
    const other = new BetterSqlite(file);
    other.exec('BEGIN IMMEDIATE');
    const sharing = Promise.all([share(1), share(2)]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    other.exec('COMMIT');
    other.close();
    await sharing;
    expect(await ids()).toEqual([1, 2]);
  });
});
