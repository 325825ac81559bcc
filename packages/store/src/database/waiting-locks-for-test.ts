import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How many statements wait for somebody else's lock. PostgreSQL only. */
export async function waitingLocks(database: Database): Promise<number> {
  const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(database);
  return rows.length;
}
