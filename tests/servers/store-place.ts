import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type Settings } from '../../packages/server/src/config/settings.ts';
import { postgresDatabase } from './postgres.ts';

/** Where a metadata store may be; every test of something stored runs on each. */
export const storeKinds = ['sqlite', 'postgres'] as const;

export interface StorePlace {
  readonly kind: (typeof storeKinds)[number];
  /** For processes: a data folder, and the database where it is PostgreSQL. */
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: Settings;
  remove(): Promise<void>;
}

/** A place with nothing in it. @param given further settings */
export async function storePlace(
  kind: StorePlace['kind'],
  given: Readonly<Record<string, string>> = {},
): Promise<StorePlace> {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-store-'));
  const database = kind === 'postgres' ? await postgresDatabase() : undefined;
  const environment = {
    ORRERY_DATA: directory,
    ORRERY_SECRET_KEY: 'a-master-key-for-the-tests-of-the-store',
    ...(database ? { ORRERY_DATABASE_URL: database.url } : {}),
    ...given,
  };
  return {
    kind,
    environment,
    settings: readSettings({ flags: {}, environment, directory }),
    remove: async () => {
      await database?.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
