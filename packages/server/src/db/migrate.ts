import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OperatorError } from '../config/operator-error.ts';
import type { Database } from './database.ts';
import { deployments } from './migrations/0001-deployments.ts';

/** In order, forward only, each safe with the previous version still running. A number is never reused. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-deployments': deployments,
};

/** The metadata store was written by a newer version, or a migration failed; nothing was changed. */
export class MigrationError extends OperatorError {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The metadata store cannot be brought up to date: ${reason}`, { cause });
  }
}

/**
 * Brings the store up to date, all of it or nothing; does nothing when it is. Another process that does the same waits.
 *
 * @throws MigrationError
 */
export async function migrate(database: Database): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql`BEGIN IMMEDIATE`.execute(connection);
    const provider = { getMigrations: async () => ({ ...migrations }) };
    const migrator = new Migrator({ db: connection, provider, disableTransactions: true });
    const { error } = await migrator.migrateToLatest();
    await (error === undefined ? sql`COMMIT` : sql`ROLLBACK`).execute(connection);
    if (error !== undefined) throw new MigrationError(error);
  });
}
