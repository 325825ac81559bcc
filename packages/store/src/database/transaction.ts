import type { Transaction } from 'kysely';
import type { Database, Tables } from './database.ts';

/** Connection through which stores write: the database itself, or a transaction on it. */
export type Writer = Database | Transaction<Tables>;

/** Runs `work` in a transaction. */
export function inTransaction<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(work);
}
