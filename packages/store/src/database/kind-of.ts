import { type Kysely, PostgresAdapter } from 'kysely';
import type { Store } from './store.ts';

/** Which of the two stores this is; asked only where the same statement cannot do for both. */
export function kindOf<T>(database: Kysely<T>): Store['kind'] {
  return database.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
