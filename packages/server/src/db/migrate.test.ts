import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from './connect.ts';
import type { Database } from './database.ts';
import { MigrationError, migrate, migrations } from './migrate.ts';

let directory: string;
let database: Database;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-db-'));
  database = connect(join(directory, 'orrery.db'));
});

afterEach(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true });
});

describe('migrations', () => {
  it('are numbered without a gap, forward only', () => {
    const names = Object.keys(migrations);
    expect(names.map((name) => name.slice(0, 4))).toEqual(names.map((_, index) => String(index + 1).padStart(4, '0')));
    expect(Object.values(migrations).every((migration) => migration.down === undefined)).toBe(true);
  });

  it('bring an empty store up to date, and leave it alone afterwards', async () => {
    await migrate(database);
    await migrate(database);
    expect(await database.selectFrom('deployment').selectAll().execute()).toEqual([]);
  });

  it('leave a store alone that a newer version wrote', async () => {
    await migrate(database);
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-future', '')`.execute(database);
    await expect(migrate(database)).rejects.toThrow(MigrationError);
    expect(await database.selectFrom('account').selectAll().execute()).toEqual([]);
  });

  it('undo everything when one of them fails', async () => {
    await sql`CREATE TABLE deployment (id integer)`.execute(database);
    await expect(migrate(database)).rejects.toThrow('The metadata store cannot be brought up to date');
    const { rows } = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`.execute(database);
    expect(rows).toEqual([{ name: 'deployment' }]);
  });
});

it('a commit is on disk when it returns, and readers do not wait for writers', async () => {
  const pragma = async (name: string) =>
    Object.values((await sql<object>`${sql.raw(`PRAGMA ${name}`)}`.execute(database)).rows[0] ?? {});
  expect(await pragma('journal_mode')).toEqual(['wal']);
  expect(await pragma('synchronous')).toEqual([2]);
  expect(await pragma('foreign_keys')).toEqual([1]);
});
