import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Counts the statements that wait for a lock. PostgreSQL only. */
export async function waitingLocks(database: Database): Promise<number> {
  const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(database);
  return rows.length;
}
