import { join } from 'node:path';
import type { Settings } from '@orrery/config';
import type { Store } from './store.ts';
import { toldToOperator } from './store-unavailable.ts';

/** The metadata store of these settings: on PostgreSQL when its address is given, else SQLite in the data folder. @throws OperatorError */
export async function connect({
  databaseAddress,
  dataDirectory,
}: Pick<Settings, 'databaseAddress' | 'dataDirectory'>): Promise<Store> {
  // Each loads a driver that the other does not need.
  if (databaseAddress) return (await import('./connect-postgres.ts')).connectPostgres(databaseAddress);
  const { connectSqlite } = await import('./connect-sqlite.ts');
  try {
    return connectSqlite(join(dataDirectory, 'orrery.db'));
  } catch (error) {
    throw toldToOperator(error, { dataDirectory });
  }
}
