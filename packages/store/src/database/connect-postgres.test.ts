import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { storePlace } from '../../../../tests/servers/store-place.ts';
import { connectPostgres } from './connect-postgres.ts';

it("tells PostgreSQL not to JIT-compile statements, whatever the server's default", async () => {
  const place = await storePlace('postgres');
  const store = connectPostgres(place.settings.databaseAddress!);
  onTestFinished(async () => {
    await store.close();
    await place.remove();
  });
  const { rows } = await sql`SELECT setting, source FROM pg_settings WHERE name = 'jit'`.execute(store.database);
  expect(rows).toEqual([{ setting: 'off', source: 'session' }]);
});
