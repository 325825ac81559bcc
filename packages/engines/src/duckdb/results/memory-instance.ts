import { DuckDBInstance } from '@duckdb/node-api';
import { toEngineError } from '../duckdb-errors.ts';
import { commonSettings } from '../duckdb-instance.ts';
import type { ResultsSettings } from './results-settings.ts';

/** A database in memory, which reaches no file, no network and no other database. @throws EngineError */
export async function openMemoryInstance({ memoryLimitMb, threads }: ResultsSettings): Promise<DuckDBInstance> {
  try {
    const instance = await DuckDBInstance.create(':memory:');
    const control = await instance.connect();
    for (const statement of [
      `SET memory_limit = '${memoryLimitMb}MiB'`,
      "SET temp_directory = ''",
      `SET threads = ${threads}`,
      ...commonSettings,
      'SET enable_external_access = false',
      'SET lock_configuration = true',
    ])
      await control.run(statement);
    control.closeSync();
    return instance;
  } catch (error) {
    throw toEngineError(error);
  }
}
