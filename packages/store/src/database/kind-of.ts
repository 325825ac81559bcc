import { type Kysely, PostgresAdapter } from 'kysely';
import type { Store } from './store.ts';

/** Tells which of the two stores this is. Use it only where one statement cannot serve both. */
export function kindOf<T>(database: Kysely<T>): Store['kind'] {
  return database.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
