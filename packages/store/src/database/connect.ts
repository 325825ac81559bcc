import { join } from 'node:path';
import type { Settings } from '@orrery/config';
import type { Store } from './store.ts';
import { asOperatorError } from './store-unavailable.ts';

/**
 * Connects to the metadata store in the settings: PostgreSQL when its address is given, else SQLite in the data folder.
 * @throws OperatorError
 */
export async function connect({
  databaseAddress,
  dataDirectory,
}: Pick<Settings, 'databaseAddress' | 'dataDirectory'>): Promise<Store> {
  // Loaded when needed, because each loads a driver that the other does not use.
  if (databaseAddress) return (await import('./connect-postgres.ts')).connectPostgres(databaseAddress);
  const { connectSqlite } = await import('./sqlite/connect-sqlite.ts');
  try {
    return connectSqlite(databaseFile(dataDirectory));
  } catch (error) {
    throw asOperatorError(error, { dataDirectory });
  }
}

/**
 * Connects to read only, as `connect` does: SQLite's file is not made, and stays as it is.
 *
 * @param file that of SQLite @throws the driver's error
 */
export async function connectToRead(
  { databaseAddress, dataDirectory }: Pick<Settings, 'databaseAddress' | 'dataDirectory'>,
  file = databaseFile(dataDirectory),
): Promise<Store> {
  if (databaseAddress) return (await import('./connect-postgres.ts')).connectPostgres(databaseAddress);
  const { readSqlite } = await import('./sqlite/read-sqlite.ts');
  return readSqlite(file);
}

/** File of the metadata store on SQLite. */
export function databaseFile(dataDirectory: string): string {
  return join(dataDirectory, 'orrery.db');
}
