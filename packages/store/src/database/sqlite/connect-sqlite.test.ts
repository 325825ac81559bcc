import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/eventually.ts';
import { connectSqlite } from './connect-sqlite.ts';
import { migrate } from '../migrate.ts';
import type { Store } from '../store.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { inTransaction } from '../transaction.ts';

let file: string;
let store: Store;

beforeEach(async () => {
  file = join(mkdtempSync(join(tmpdir(), 'orrery-sqlite-')), 'orrery.db');
  store = connectSqlite(file);
  await migrate(store.database);
});

afterEach(async () => {
  await store.close();
  rmSync(join(file, '..'), { recursive: true });
});

const account = { id: 1, name: 'one', created_at: 1, first_key_at: null };
const insert = () => store.database.insertInto('account').values(account).execute();

/** Opens each new file when the number of its round is told, as another process would. */
const openToo = `
  const { workerData } = require('node:worker_threads');
  const BetterSqlite = require(workerData.driver);
  for (let round = 1; round <= workerData.last; round += 1) {
    Atomics.store(workerData.rounds, 1, round);
    while (Atomics.load(workerData.rounds, 0) < round);
    const sqlite = new BetterSqlite(workerData.file + round, { timeout: 5000 });
    try { sqlite.pragma('journal_mode = WAL'); } catch {} // the other side is looked at
    sqlite.close();
  }`;

describe('the SQLite file', () => {
  it('opens while another connection opens it, when it is new', async () => {
    const last = 200;
    const rounds = new Int32Array(new SharedArrayBuffer(8));
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const worker = new Worker(openToo, { eval: true, workerData: { driver, file, rounds, last } });
    const ended = once(worker, 'exit');
    for (let round = 1; round <= last; round += 1) {
      await eventually(() => expect(Atomics.load(rounds, 1)).toBe(round));
      Atomics.store(rounds, 0, round);
      await connectSqlite(`${file}${round}`).close();
    }
    await ended;
  });

  it('is readable for its owner only, holds committed data, and does not block readers during writes', async () => {
    const pragma = async (name: string) =>
      Object.values((await sql<object>`${sql.raw(`PRAGMA ${name}`)}`.execute(store.database)).rows[0] ?? {});
    expect(await pragma('journal_mode')).toEqual(['wal']);
    expect(await pragma('synchronous')).toEqual([1]); // commits are brought onto the disk by LogSync
    expect(await pragma('foreign_keys')).toEqual([1]);
    await insert();
    for (const name of ['', '-wal', '-shm']) expect(statSync(file + name).mode & 0o777).toBe(0o600);
  });

  it('that another process writes to is waited for without blocking this process', async () => {
    const other = new BetterSqlite(file);
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    let isDone = false;
    const writing = insert().finally(() => (isDone = true));
    while (turns < 20) await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    other.exec('COMMIT');
    other.close();
    await writing;
    clearInterval(ticking);
    expect(await store.database.selectFrom('account').select('id').execute()).toEqual([{ id: 1 }]);
  });

  it('that a caller reads in a loop leaves the event loop to timers and the disk', async () => {
    let isWritten = false;
    const writing = new Promise((resolve) => setTimeout(resolve, 1)).then(insert).finally(() => (isWritten = true));
    while (!isWritten) await store.database.selectFrom('account').select('id').execute();
    await writing;
    expect(await store.database.selectFrom('account').select('id').execute()).toEqual([{ id: 1 }]);
  });

  it('is locked when a transaction begins, so that its reads stay valid', async () => {
    const other = new BetterSqlite(file, { timeout: 0 });
    await inTransaction(store.database, async (transaction) => {
      await transaction.selectFrom('account').selectAll().execute();
      expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('locked');
    });
    other.exec('BEGIN IMMEDIATE; COMMIT');
    other.close();
  });

  it('that fails is reported as unavailable; an invalid statement is not', async () => {
    await insert();
    await expect(insert()).rejects.toThrow('UNIQUE');
    await sql`PRAGMA query_only = 1`.execute(store.database);
    await expect(store.database.deleteFrom('account').execute()).rejects.toThrow(StoreUnavailable);
    await sql`PRAGMA query_only = 0`.execute(store.database);
    await store.database.deleteFrom('account').execute();
  });

  it('survives a full disk, and works again when there is space', async () => {
    await insert();
    await sql`PRAGMA max_page_count = 1`.execute(store.database); // all there are
    const large = inTransaction(store.database, async (transaction) => {
      await transaction.deleteFrom('account').execute();
      await transaction
        .insertInto('account')
        .values({ ...account, name: 'x'.repeat(1_000_000) })
        .execute();
    });
    await expect(large).rejects.toThrow(StoreUnavailable);
    expect(await store.database.selectFrom('account').select('name').execute()).toEqual([{ name: 'one' }]);
    await sql`PRAGMA max_page_count = 1000000`.execute(store.database);
    await store.database
      .updateTable('account')
      .set({ name: 'x'.repeat(1_000_000) })
      .execute();
  });
});
