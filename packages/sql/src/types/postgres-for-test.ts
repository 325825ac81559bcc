import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../../../../tests/servers/postgres.ts';

type TextRow = readonly (string | null)[];

export interface TestPostgres {
  /** Rows as the text that PostgreSQL sends. Fails as PostgreSQL does. */
  ask(sql: string): Promise<readonly TextRow[]>;
}

/** One connection to a database that sorts by code points, in the zone UTC. */
export function usePostgres(): TestPostgres {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await postgresDatabase();
    const name = `${new URL(database.url).pathname.slice(1)}_c`;
    await run(database.url, `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C.UTF-8'`);
    client = new pg.Client({ connectionString: `${database.url}_c`, types: { getTypeParser: () => String } });
    await client.connect();
    await client.query("SET TimeZone = 'UTC'");
  });
  afterAll(async () => {
    await client.end();
    await run(database.url, `DROP DATABASE ${new URL(database.url).pathname.slice(1)}_c WITH (FORCE)`);
    await database.drop();
  });
  return {
    ask: async (sql) => (await client.query<(string | null)[]>({ text: sql, rowMode: 'array' })).rows,
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
