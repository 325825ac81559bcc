import { chmodSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Tables } from '../database.ts';
import { Checkpoints } from './checkpoints.ts';
import { LogSync } from './log-sync.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { isPassing } from './sqlite-file.ts';
import { SqliteEpochs } from './sqlite-epochs.ts';
import type { Store } from '../store.ts';
import { StoreUnavailable } from '../store-unavailable.ts';

/** Mode of a file that its owner alone reads and writes. */
const ownOnly = 0o600;

/** Two processes may open a new file at the same time. */
const openingTimeoutMs = 5_000;
const openingPauseMs = 5;

/**
 * Opens the SQLite file, or creates it readable by its owner only. Work that succeeds is on disk.
 *
 * @throws StoreUnavailable
 */
export function connectSqlite(file: string): Store {
  const writer = open(file, ownOnly);
  const openReader = () => {
    const reader = open(file);
    reader.pragma('query_only = ON');
    return reader;
  };
  const reader = openReader();
  const log = openLog(file, writer, reader);
  const database = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new AdapterOfManyConnections(),
      createDriver: () => new SqliteDriver({ reader, writer, openReader, log }),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return storeOf(file, database, [reader, writer]);
}

/** @param connections are closed with the store; each may be closed twice */
export function storeOf(
  file: string,
  database: Kysely<Tables>,
  connections: readonly { readonly close: () => void }[],
): Store {
  return {
    kind: 'sqlite',
    database,
    openEpochs: async () => new SqliteEpochs(file),
    close: async () => {
      await database.destroy();
      for (const connection of connections) connection.close(); // Kysely closes what it has used only
    },
  };
}

/** Kysely need not queue those that want a connection: the driver does, for writes only. */
class AdapterOfManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** @param mode the rights of the file, which the first connection sets */
function open(file: string, mode?: number): BetterSqlite.Database {
  const sqlite = new BetterSqlite(file, { timeout: openingTimeoutMs });
  try {
    if (mode !== undefined) chmodSync(file, mode);
    enterWriteAheadLog(sqlite);
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('busy_timeout = 0'); // the driver waits without holding up the event loop
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw isPassing(error) ? new StoreUnavailable(error) : error;
  }
}

/**
 * Lets the driver ask the disk for each commit, and a thread copy the log. File systems without shared memory have no
 * write-ahead log; SQLite itself waits for the disk there.
 */
function openLog(file: string, writer: BetterSqlite.Database, reader: BetterSqlite.Database): LogSync | undefined {
  if (writer.pragma('journal_mode', { simple: true }) !== 'wal') return undefined;
  writer.prepare('SELECT count(*) FROM sqlite_schema').get(); // makes the log, if there is none
  const log = new LogSync(`${file}-wal`, new Checkpoints(file, writer, reader));
  writer.pragma('synchronous = NORMAL');
  return log;
}

/**
 * Asks again while another process changes the same new file: SQLite refuses one of two that change its journal at once,
 * and does not wait for its timeout.
 */
function enterWriteAheadLog(sqlite: BetterSqlite.Database): void {
  const endsAt = performance.now() + openingTimeoutMs;
  for (;;) {
    try {
      sqlite.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = isPassing(error) && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > endsAt) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, openingPauseMs);
  }
}
