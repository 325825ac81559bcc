import { type Kysely, sql } from 'kysely';
import { kindOf, type Tables } from '../database/index.ts';

/** Returns the last number given to a row of a table, deleted rows included; `null` when none was given. */
export async function lastNumberOf(database: Kysely<Tables>, table: string): Promise<number | null> {
  const query =
    kindOf(database) === 'postgres'
      ? sql<{ last: number | null }>`
          SELECT pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) AS last`
      : sql<{ last: number | null }>`SELECT seq AS last FROM sqlite_sequence WHERE name = ${table}`;
  const { rows } = await query.execute(database);
  return rows[0]?.last ?? null;
}

/** Makes later rows get larger numbers. For a table that has just been filled. */
export async function setLastNumber(database: Kysely<Tables>, table: string, last: number): Promise<void> {
  if (kindOf(database) === 'postgres') {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${last}::bigint)`.execute(database);
    return;
  }
  await sql`DELETE FROM sqlite_sequence WHERE name = ${table}`.execute(database);
  await sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${last})`.execute(database);
}
