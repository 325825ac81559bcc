import type { Kysely } from 'kysely';
import { type Database, migrate, pendingMigrations } from '@orrery/store';
import { OperatorError } from '@orrery/kernel';
import type { HistoryKeeper } from './history-keeper.ts';
import { historyJournal, historyMigrations } from './history-migrations.ts';
import { HistoryStore } from './history-store.ts';
import type { HistoryTables } from './history-tables.ts';

/**
 * Opens the history in the metadata database. The caller closes the database.
 *
 * @throws OperatorError when the history is out of date and may not be migrated
 */
export async function openDatabaseHistory(database: Database, mayMigrate: boolean): Promise<HistoryKeeper> {
  const history = database as unknown as Kysely<HistoryTables>; // the other tables of the same database
  if (mayMigrate) await migrateHistory(history);
  else await requireUpToDate(history);
  return new HistoryStore(history);
}

/** @returns the steps that were missing */
export function migrateHistory(database: Kysely<HistoryTables>): Promise<readonly string[]> {
  return migrateDatabaseHistory(asMetadata(database));
}

/** Migrates the history of a store on PostgreSQL. @returns the steps that were missing */
export function migrateDatabaseHistory(database: Database): Promise<readonly string[]> {
  return migrate(database, historyMigrations, historyJournal);
}

/** Lists the steps that the history in a database lacks; none where it has no history. @throws OperatorError */
export async function missingHistorySteps(database: Database): Promise<readonly string[]> {
  const pending = await pendingMigrations(database, historyMigrations, historyJournal);
  return pending.length === historyMigrations.size ? [] : pending;
}

async function requireUpToDate(database: Kysely<HistoryTables>): Promise<void> {
  const pending = await pendingMigrations(asMetadata(database), historyMigrations, historyJournal);
  if (pending.length === 0) return;
  throw new OperatorError(`The tables of the query history are behind this version (${pending.join(', ')}).`);
}

/** Steps of any tables are run alike. */
function asMetadata(database: Kysely<HistoryTables>): Database {
  return database as unknown as Database;
}
