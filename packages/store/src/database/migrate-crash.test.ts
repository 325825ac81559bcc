import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type StorePlace, storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { connect } from './connect.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';

const urlOf = (file: string) => pathToFileURL(join(import.meta.dirname, file)).href;

/** Migrates, and pauses once the given number of steps is done. */
const program = `
  import { connect } from ${JSON.stringify(urlOf('connect.ts'))};
  import { migrate } from ${JSON.stringify(urlOf('migrate.ts'))};
  import { migrations } from ${JSON.stringify(urlOf('migrations/migrations.ts'))};
  const { settings, steps } = JSON.parse(process.env.WORK);
  let done = 0;
  const standing = [...migrations].map(([name, { up }]) => [name, { up: async (...given) => {
    if (done === steps) await standStill();
    await up(...given);
    done += 1;
    if (done === steps && done === migrations.size) await standStill();
  } }]);
  const standStill = () => new Promise(() => {
    process.stdout.write('standing still');
    setInterval(() => {}, 1000);
  });
  await migrate((await connect(settings)).database, new Map(standing));
`;

async function killAfter(steps: number, { settings }: StorePlace): Promise<void> {
  const { databaseAddress, dataDirectory } = settings;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, WORK: JSON.stringify({ steps, settings: { databaseAddress, dataDirectory } }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error('it ended before it stood still');
    }),
  ]);
  child.kill('SIGKILL');
  await ended;
}

describe.each(storeKinds)('a process killed while it migrates on %s', (kind) => {
  it.each(Array.from({ length: migrations.size + 1 }, (_, steps) => steps))(
    'after %d steps leaves the store as it was, and the next one brings it up to date',
    async (steps) => {
      const place = await storePlace(kind);
      onTestFinished(() => place.remove());
      await killAfter(steps, place);
      const store = await connect(place.settings);
      try {
        expect(await pendingMigrations(store.database)).toEqual([...migrations.keys()]);
        expect(await migrate(store.database)).toEqual([...migrations.keys()]);
        const account = { id: 1, name: 'one', created_at: 1, first_key_at: null };
        await store.database.insertInto('account').values(account).execute();
        if (kind === 'sqlite') {
          const { rows } = await sql`PRAGMA integrity_check`.execute(store.database);
          expect(rows).toEqual([{ integrity_check: 'ok' }]);
        }
      } finally {
        await store.close();
      }
    },
  );
});
