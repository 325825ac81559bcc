import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll } from 'vitest';

export interface TestDuckDb {
  /** The first row as text. */
  ask(sql: string): Promise<readonly (string | null)[]>;
  /** The first column of all rows. */
  column(sql: string): Promise<readonly (string | null)[]>;
}

/** DuckDB as statements above results will find it: in memory, in the zone UTC, without files. */
export function useDuckDb(): TestDuckDb {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    for (const setting of ["GLOBAL TimeZone = 'UTC'", 'enable_external_access = false', 'lock_configuration = true'])
      await connection.run(`SET ${setting}`);
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const rowsOf = async (sql: string) => {
    const rows = (await connection.runAndReadAll(sql)).getRows();
    return rows.map((row) => row.map((value) => (value === null ? null : String(value))));
  };
  return {
    column: async (sql) => (await rowsOf(sql)).map(([value = null]) => value),
    ask: async (sql) => (await rowsOf(sql))[0] ?? [],
  };
}
