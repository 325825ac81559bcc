import { DuckDBInstance } from '@duckdb/node-api';
import type { DirectClient } from './figures/uncached-load.ts';

export async function directDuckDb(database: string): Promise<DirectClient & { close(): void }> {
  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return {
    name: 'DuckDB',
    run: async (text, params) => (await connection.stream(text, [...params])).getRowsJson(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
