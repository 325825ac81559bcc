import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type Settings } from '../../packages/config/src/settings.ts';
import { connect } from '../../packages/store/src/database/connect.ts';
import { migrate } from '../../packages/store/src/database/migrate.ts';
import { postgresDatabase, type TestDatabase } from './postgres.ts';
import { serverDirectory } from './server-directory.ts';
import { onceARun } from './shared-server.ts';

/** A location of a metadata store; tests of what owns tables, and some stories across packages, run on each. */
export const storeKinds = ['sqlite', 'postgres'] as const;

/** Locations for the other stories: one in `npm test`, each in `npm run prove -- stores`. */
export const storyKinds: readonly StorePlace['kind'][] =
  process.env['ORRERY_PROVE_STORES'] === undefined ? ['sqlite'] : storeKinds;

export interface StorePlace {
  readonly kind: (typeof storeKinds)[number];
  /** Settings for processes: a data folder, and the address of the database on PostgreSQL. */
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: Settings;
  remove(): Promise<void>;
}

/** Creates an empty location. @param given further settings */
export async function storePlace(
  kind: StorePlace['kind'],
  given: Readonly<Record<string, string>> = {},
): Promise<StorePlace> {
  return placeAt(kind === 'postgres' ? await postgresDatabase() : undefined, given);
}

/**
 * Creates a location with the tables of this version and no rows, copied from one that is made once per run. @param
 * given further settings
 */
export async function migratedPlace(
  kind: StorePlace['kind'],
  given: Readonly<Record<string, string>> = {},
): Promise<StorePlace> {
  if (kind === 'postgres') return placeAt(await postgresDatabase(await migratedDatabase()), given);
  const place = placeAt(undefined, given);
  copyFileSync(await migratedFile(), join(place.settings.dataDirectory, 'orrery.db'));
  return place;
}

/** The name of a database. */
function migratedDatabase(): Promise<string> {
  return onceARun('migrated-postgres', async () => {
    const database = await postgresDatabase();
    await migrateIn(placeAt(database, {}));
    return new URL(database.url).pathname.slice(1);
  });
}

function migratedFile(): Promise<string> {
  return onceARun('migrated-sqlite', async () => {
    const place = placeAt(undefined, {});
    const file = join(serverDirectory(), 'migrated.db');
    await migrateIn(place, () => copyFileSync(join(place.settings.dataDirectory, 'orrery.db'), file));
    return file;
  });
}

/** Removes the folder; the database stays. */
async function migrateIn({ settings }: StorePlace, keep = () => {}): Promise<void> {
  const store = await connect(settings);
  await migrate(store.database);
  await store.close();
  keep();
  rmSync(settings.dataDirectory, { recursive: true });
}

function placeAt(database: TestDatabase | undefined, given: Readonly<Record<string, string>>): StorePlace {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-store-'));
  const environment = {
    ORRERY_DATA: directory,
    ORRERY_SECRET_KEY: 'a-master-key-for-the-tests-of-the-store',
    ...(database ? { ORRERY_DATABASE_URL: database.url } : {}),
    ...given,
  };
  return {
    kind: database ? 'postgres' : 'sqlite',
    environment,
    settings: readSettings({ flags: {}, environment, directory }),
    remove: async () => {
      await database?.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
