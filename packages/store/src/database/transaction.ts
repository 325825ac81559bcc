import type { Transaction } from 'kysely';
import type { Database, Tables } from './database.ts';

/** What a store writes through: the database itself, or a transaction over it. */
export type Writer = Database | Transaction<Tables>;

/** All of `work` or nothing of it. */
export function inTransaction<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(work);
}
