import type { Database } from './database.ts';

/** Resolves when the metadata store answers. @throws the driver's error, or the reason of `signal` */
export async function checkDatabase(database: Database, signal: AbortSignal): Promise<void> {
  await database.selectFrom('account').select('id').limit(1).execute({ signal });
}
