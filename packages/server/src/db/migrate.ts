import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { deployments } from './migrations/0001-deployments.ts';

/** In order, forward only, each safe with the previous version still running. A number is never reused. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-deployments': deployments,
};

/** The metadata store was written by a newer version, or a migration failed; nothing was changed. */
export class MigrationError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The metadata store cannot be brought up to date: ${reason}`, { cause });
    this.name = 'MigrationError';
  }
}

/** Brings the store up to date; does nothing when it is. @throws MigrationError */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new MigrationError(error);
}
