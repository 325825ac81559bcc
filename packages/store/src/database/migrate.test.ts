import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { connect } from './connect.ts';
import { MigrationError, migrate, pendingMigrations } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import type { Store } from './store.ts';

it('migrations are listed by number, and no number twice', () => {
  const numbers = [...migrations.keys()].map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)].sort());
  for (const number of numbers) expect(number).toMatch(/^\d{4}$/);
});

describe.each(storeKinds)('migrations on %s', (kind) => {
  let place: StorePlace;
  let store: Store;

  beforeEach(async () => {
    place = await storePlace(kind);
    store = await connect(place.settings);
  });

  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const tables = async () => {
    const { rows } = await (kind === 'sqlite'
      ? sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`
      : sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
    ).execute(store.database);
    return rows.map(({ name }) => name).sort();
  };

  it('bring an empty store up to date, and leave it alone afterwards', async () => {
    expect(await migrate(store.database)).toEqual([...migrations.keys()]);
    expect(await migrate(store.database)).toEqual([]);
    expect(await pendingMigrations(store.database)).toEqual([]);
    expect(await store.database.selectFrom('deployment').selectAll().execute()).toEqual([]);
  });

  it('run once when several processes start at the same time', async () => {
    const others = await Promise.all([1, 2, 3].map(() => connect(place.settings)));
    const applied = await Promise.all([store, ...others].map(({ database }) => migrate(database)));
    expect(applied.filter((names) => names.length > 0)).toEqual([[...migrations.keys()]]);
    await Promise.all(others.map((other) => other.close()));
  });

  it('import the secrets of a store of the first version', async () => {
    const first = new Map([...migrations].slice(0, 1));
    await migrate(store.database, first);
    await sql`INSERT INTO account (id, name, created_at) VALUES (1, 'acme', 5)`.execute(store.database);
    await sql`
      INSERT INTO deployment (id, account_id, name, created_at, api_secret)
      VALUES (1, 1, 'default', 7, 'v1.sealed')`.execute(store.database);
    await migrate(store.database);
    const secrets = await store.database.selectFrom('deployment_secret').selectAll().execute();
    expect(secrets).toEqual([{ id: 1, deployment_id: 1, created_at: 7, sealed: 'v1.sealed' }]);
    expect(await store.database.selectFrom('account').selectAll().execute()).toEqual([
      { id: 1, name: 'acme', created_at: 5, epoch: 0, first_key_at: null, settings: null },
    ]);
  });

  it('leave a store with a newer version alone', async () => {
    await migrate(store.database);
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-future', '')`.execute(store.database);
    await expect(migrate(store.database)).rejects.toThrow(MigrationError);
    expect(await store.database.selectFrom('account').selectAll().execute()).toEqual([]);
  });

  it('roll back everything when one of them fails', async () => {
    await sql`CREATE TABLE api_key (id integer)`.execute(store.database);
    await expect(migrate(store.database)).rejects.toThrow('The metadata store cannot be brought up to date');
    expect(await tables()).toEqual(['api_key']);
  });

  it('keep instants exact, and never reuse an id', async () => {
    await migrate(store.database);
    const latest = 8_640_000_000_000_000;
    const { database } = store;
    await database
      .insertInto('account')
      .values({ id: 1, name: 'acme', created_at: latest, first_key_at: null })
      .execute();
    expect(await database.selectFrom('account').select('created_at').execute()).toEqual([{ created_at: latest }]);
    const user = { account_id: 1, email: null, role: 'viewer', status: 'active', created_at: 1 };
    const insert = async (username: string) => {
      const row = { ...user, username, username_key: username };
      return (await database.insertInto('account_user').values(row).returning('id').executeTakeFirstOrThrow()).id;
    };
    const first = await insert('ann');
    await database.deleteFrom('account_user').execute();
    expect(await insert('ann')).toBeGreaterThan(first);
  });
});
