import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll } from 'vitest';

export interface TestDuckDb {
  /** The first row as text. */
  ask(sql: string): Promise<readonly (string | null)[]>;
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
  return {
    ask: async (sql) => {
      const rows = (await connection.runAndReadAll(sql)).getRows();
      return (rows[0] ?? []).map((value) => (value === null ? null : String(value)));
    },
  };
}
