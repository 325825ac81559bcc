import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migratedPlace } from '../../../../tests/servers/store-place.ts';
import { connectToRead } from './connect.ts';
import { storeFaults } from './store-faults.ts';

it('a whole file that a server begins to write while it is read is not damaged', async () => {
  const { settings, remove } = await migratedPlace('sqlite');
  onTestFinished(remove);
  const torn = join(settings.dataDirectory, 'torn');
  let reads = 0;
  const faults = await storeFaults(settings, async (given) => {
    reads += 1;
    if (reads > 1) return connectToRead(given);
    mkdirSync(torn);
    writeFileSync(join(torn, 'orrery.db'), 'pages of two states'.repeat(500));
    const server = new BetterSqlite(join(settings.dataDirectory, 'orrery.db'));
    onTestFinished(() => void server.close());
    server.pragma('journal_mode = WAL');
    server.prepare('SELECT count(*) FROM sqlite_schema').get(); // makes the log
    return connectToRead({ dataDirectory: torn });
  });
  expect([faults, reads]).toEqual([[], 2]);
});

it('damage is named at once, and a file that changes at each reading is not called damaged', async () => {
  const { settings, remove } = await migratedPlace('sqlite');
  onTestFinished(remove);
  const file = join(settings.dataDirectory, 'orrery.db');
  const damage = 'this is no database, however one looks at it'.repeat(200);
  writeFileSync(file, damage);
  expect(await storeFaults(settings)).toEqual(['file is not a database']);
  let text = damage;
  const changing = storeFaults(settings, (given) => {
    writeFileSync(file, (text += damage));
    return connectToRead(given);
  });
  await expect(changing).rejects.toThrow(/ changes while it is read; try again/);
});
