import { chmodSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrateHistory } from './database-history.ts';
import type { HistoryKeeper } from './history-keeper.ts';
import { HistoryStore } from './history-store.ts';
import type { HistoryTables } from './history-tables.ts';

/** Another process may serve from the same data folder. */
const busyTimeoutMs = 5_000;

/**
 * Opens the file of the history, creating it; only its owner may read it. A process that is killed loses nothing that was
 * written; a machine that loses its power may lose the last seconds, never the file.
 */
export async function openHistoryFile(file: string): Promise<HistoryKeeper> {
  const sqlite = new BetterSqlite(file, { timeout: busyTimeoutMs });
  chmodSync(file, 0o600);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  const database = new Kysely<HistoryTables>({ dialect: new SqliteDialect({ database: sqlite }) });
  await migrateHistory(database);
  return new HistoryStore(database, () => database.destroy());
}
