import type { DuckDBConnection } from '@duckdb/node-api';
import { columnsOf } from './ask.ts';
import { callWith, type FileRead } from './file-reads.ts';

/** All rows of all files. */
const whole = { sample_size: '-1', maximum_sample_files: '9223372036854775807' };

/**
 * Settles the types of JSON files over all rows. DuckDB takes them from the first 20,480 rows of the first 32 files; a
 * later 1.5 in a column of whole numbers is rounded. Types that the author gives stay.
 *
 * @returns options to add to the call; none where DuckDB's own types hold for all rows
 */
export async function settleJson(
  connection: DuckDBConnection,
  read: FileRead,
): Promise<Readonly<Record<string, string>>> {
  if (read.options.has('columns')) return {};
  const [sampled, settled] = [
    await columnsOf(connection, callWith(read, {})),
    await columnsOf(connection, callWith(read, whole)),
  ];
  return JSON.stringify(sampled) === JSON.stringify(settled) ? {} : whole;
}
