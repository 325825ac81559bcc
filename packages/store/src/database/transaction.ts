import type { Transaction } from 'kysely';
import type { Database, Tables } from './database.ts';
import { kindOf } from './kind-of.ts';
import { mayShareWrite } from './sqlite/sqlite-driver.ts';

/** Connection through which stores write: the database itself, or a transaction on it. */
export type Writer = Database | Transaction<Tables>;

/** Runs `work` in a transaction. */
export function inTransaction<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(work);
}

/**
 * Runs `work` in a transaction that SQLite may write to disk together with others of this kind, which wait for their turn
 * meanwhile. For small changes that come in crowds: `work` does nothing but ask the store, because others wait for the
 * disk until it ends.
 */
export function inSharedTransaction<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (kindOf(database) !== 'sqlite') return inTransaction(database, work);
  return database.transaction().setAccessMode(mayShareWrite).execute(work);
}
