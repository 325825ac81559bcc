import { chmodSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database, Tables } from './database.ts';

/** How long a writer waits for another process: the command line writes beside the server. */
const busyTimeoutMs = 5_000;

/** Opens the SQLite file, creating it; only its owner may read it. A commit is on disk when it returns. */
export function connect(file: string): Database {
  const sqlite = new BetterSqlite(file, { timeout: busyTimeoutMs });
  if (file !== ':memory:') chmodSync(file, 0o600);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
}
