import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CheckpointOutcome, type CheckpointRequest, Checkpoints } from './checkpoints.ts';
import { LogSync } from './log-sync.ts';
import { SqliteWriter } from './sqlite-writer.ts';

let file: string;
let sqlite: BetterSqlite.Database;
let reader: BetterSqlite.Database;
let log: LogSync;

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'orrery-checkpoints-')), 'store.db');
  sqlite = new BetterSqlite(file);
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE written (bytes BLOB)');
  reader = new BetterSqlite(file, { readonly: true });
  reader.exec('SELECT * FROM written');
});

afterEach(async () => {
  await log.close();
  reader.close();
  sqlite.close();
  rmSync(join(file, '..'), { recursive: true });
});

const pageBytes = 4096;
const pages = () => reader.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)').get();
const bytesOfLog = () => statSync(`${file}-wal`).size;

/** A writer whose log is copied by `copy`, or by the thread. */
function open(copy?: (request: CheckpointRequest) => Promise<CheckpointOutcome>): SqliteWriter {
  log = new LogSync(`${file}-wal`, new Checkpoints(file, sqlite, reader, copy));
  return new SqliteWriter(sqlite, log);
}

/** Writes about so many pages in one commit. */
const write = (writer: SqliteWriter, count: number) =>
  writer.run('INSERT INTO written VALUES (zeroblob(?))', [count * pageBytes]);

it('the thread that commits copies nothing, and asks once for every thousand pages', async () => {
  const requests: CheckpointRequest[] = [];
  const writer = open(async (request) => {
    requests.push(request);
    return 'copied';
  });
  for (let count = 0; count < 46; count += 1) await write(writer, 100);
  expect(requests.map(({ mode }) => mode)).toEqual(['RESTART', 'RESTART', 'RESTART', 'TRUNCATE']);
  expect(pages()?.checkpointed).toBe(0);
});

it('a thread copies the log, which then begins again', async () => {
  const writer = open();
  await write(writer, 1_100);
  await expect.poll(() => pages()?.log).toBe(1); // the thread has begun the next one
  await write(writer, 1);
  expect(pages()).toMatchObject({ checkpointed: 0 });
  expect((await sumOf(writer)) / pageBytes).toBe(1_101);
});

it('the log stays short while others write all the time', async () => {
  const writer = open();
  let longest = 0;
  for (let count = 0; count < 600; count += 1) {
    await Promise.all([write(writer, 50), write(writer, 50)]);
    longest = Math.max(longest, pages()?.log ?? 0);
  }
  expect(longest).toBeLessThan(4_500);
  expect((await sumOf(writer)) / pageBytes).toBe(60_000);
});

it('gives its space back once a long read has ended', async () => {
  const writer = open();
  const long = new BetterSqlite(file, { readonly: true });
  long.exec('BEGIN; SELECT * FROM written');
  for (let count = 0; count < 20; count += 1) await write(writer, 1_000);
  expect(pages()?.log).toBeGreaterThan(20_000);
  long.exec('COMMIT');
  long.close();
  await expect.poll(async () => (await write(writer, 500), bytesOfLog())).toBeLessThan(5_000 * pageBytes);
});

it('writers wait for a copy that is late', async () => {
  const copying = Promise.withResolvers<CheckpointOutcome>();
  const writer = open(() => copying.promise);
  for (let count = 0; count < 3; count += 1) await write(writer, 1_200);
  let isDone = false;
  const last = write(writer, 1_200).finally(() => (isDone = true));
  await expect.poll(() => pages()?.log).toBeGreaterThan(4_000);
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isDone).toBe(false);
  copying.resolve('copied');
  await last;
});

it('SQLite copies the log itself while the thread fails, until a copy succeeds', async () => {
  let outcome: CheckpointOutcome | undefined;
  const writer = open(async () => {
    if (outcome === undefined) throw new Error('the thread ended');
    return outcome;
  });
  await write(writer, 1_100);
  await write(writer, 1);
  expect(pages()?.checkpointed).toBe(pages()?.log);
  outcome = 'busy'; // as where the thread still hangs in the copy before
  for (let count = 0; count < 4; count += 1) await write(writer, 2_500);
  expect(pages()?.log).toBeLessThan(4_000);
  outcome = 'copied';
  for (let count = 0; count < 8; count += 1) await write(writer, 2_500);
  expect(pages()?.log).toBeGreaterThan(4_000);
});

it('is closed after a copy that runs', async () => {
  const copying = Promise.withResolvers<CheckpointOutcome>();
  const writer = open(() => copying.promise);
  await write(writer, 1_100);
  let isClosed = false;
  const closed = log.close().finally(() => (isClosed = true));
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  copying.resolve('copied');
  await closed;
  open();
});

it('ends with the last connection, and leaves one file', async () => {
  const writer = open();
  await write(writer, 3_000);
  await log.close();
  reader.close();
  sqlite.close();
  expect(statSync(file).size).toBeGreaterThan(3_000 * pageBytes);
  expect(() => bytesOfLog()).toThrow('ENOENT');
  sqlite = new BetterSqlite(file);
  reader = new BetterSqlite(file, { readonly: true });
  open();
});

async function sumOf(writer: SqliteWriter): Promise<number> {
  const { rows } = await writer.run<{ sum: number }>('SELECT sum(length(bytes)) AS sum FROM written', []);
  return rows[0]?.sum ?? 0;
}
