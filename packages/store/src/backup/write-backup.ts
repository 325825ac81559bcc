import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { OperatorError } from '@orrery/kernel';
import { version } from '@orrery/config';
import {
  doneMigrations,
  pendingMigrations,
  type Store,
  type Tables,
  tablesAt,
  type TableShape,
} from '../database/index.ts';
import {
  keyCheckPlace,
  type KeySource,
  type MasterKey,
  MasterKeyStore,
  unseal,
  WrongMasterKey,
} from '../keys/index.ts';
import { type BackupEnd, backupFormat, type BackupHeader, type BackupTable, macOf } from './backup-format.ts';
import { lastNumberOf } from './last-number.ts';
import { NewFile } from './new-file.ts';

export interface BackupInput {
  readonly store: Store;
  readonly source: KeySource;
  readonly file: string;
  readonly clock: { now(): number };
}

export interface WrittenBackup {
  readonly tables: number;
  readonly rows: number;
  readonly keyId: string;
}

/** Small, because the largest row has some 100 KB. */
const rowsAtATime = 100;

/** The migration from which on a store names the key it is sealed by. */
const namesItsKey = '0003-master-key';

/**
 * Writes the state of the store at one moment into one file, while others read and write the store.
 *
 * @throws OperatorError, StoreUnavailable; no file is left then
 */
export async function writeBackup({ store, source, file, clock }: BackupInput): Promise<WrittenBackup> {
  const output = new NewFile(file);
  try {
    const written = await atOneMoment(store, async (database) => {
      await pendingMigrations(database); // throws when a newer version wrote the store
      const migrations = await doneMigrations(database);
      if (!migrations.includes(namesItsKey)) {
        throw new OperatorError('The metadata store is behind this version: run orrery migrate first.');
      }
      const key = await keyOf(database, source);
      const createdAt = new Date(clock.now()).toISOString();
      const header = { orreryBackup: backupFormat, version, createdAt, keyId: key.id, migrations };
      return writeTables(database, await tablesAt(migrations), { header, key, output });
    });
    output.finish();
    return written;
  } finally {
    output.close();
  }
}

interface Writing {
  readonly header: BackupHeader;
  readonly key: MasterKey;
  readonly output: NewFile;
}

async function writeTables(
  database: Kysely<Tables>,
  tables: readonly TableShape[],
  { header, key, output }: Writing,
): Promise<WrittenBackup> {
  const checksum = createHash('sha256');
  const writeLine = (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`;
    checksum.update(line);
    output.write(line);
  };
  writeLine(header);
  let count = 0;
  for (const { name, columns, isNumbered } of tables) {
    const lastNumber = isNumbered ? await lastNumberOf(database, name) : null;
    writeLine({ table: name, columns, lastNumber } satisfies BackupTable);
    for await (const row of rowsOf(database, { name, columns, isNumbered })) {
      writeLine(columns.map((column) => row[column]));
      count += 1;
    }
  }
  const sha256 = checksum.digest('hex');
  output.write(`${JSON.stringify({ end: { rows: count, sha256, mac: macOf(sha256, key) } satisfies BackupEnd })}\n`);
  return { tables: tables.length, rows: count, keyId: key.id };
}

type BackupRow = Readonly<Record<string, unknown>>;

/**
 * Reads tables that number their rows in batches, because they grow and a row may hold a piece of an uploaded project.
 */
async function* rowsOf(
  database: Kysely<Tables>,
  { name, columns, isNumbered }: TableShape,
): AsyncGenerator<BackupRow, void> {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  if (!isNumbered) {
    const all = sql<BackupRow>`SELECT ${selected} FROM ${sql.table(name)} ORDER BY ${selected}`;
    yield* (await all.execute(database)).rows;
    return;
  }
  for (let afterId: number | undefined; ; ) {
    const after = afterId === undefined ? sql`` : sql`WHERE id > ${afterId}`;
    const part = sql<BackupRow>`
      SELECT ${selected} FROM ${sql.table(name)} ${after} ORDER BY id LIMIT ${sql.lit(rowsAtATime)}`;
    const { rows } = await part.execute(database);
    yield* rows;
    if (rows.length < rowsAtATime) return;
    afterId = Number(rows.at(-1)?.['id']);
  }
}

/** Runs `work` on a snapshot of one moment; writers do not wait for it. */
async function atOneMoment<T>(store: Store, work: (database: Kysely<Tables>) => Promise<T>): Promise<T> {
  const reading = store.database.transaction().setAccessMode('read only');
  return (store.kind === 'postgres' ? reading.setIsolationLevel('repeatable read') : reading).execute(work);
}

async function keyOf(database: Kysely<Tables>, source: KeySource): Promise<MasterKey> {
  const row = await new MasterKeyStore(database).find(database);
  if (!row) throw new OperatorError('The metadata store is empty: there is nothing to back up.');
  const key = source.keys().find(({ id }) => id === row.key_id);
  if (!key) throw new WrongMasterKey(row.key_id, source);
  unseal(row.sealed, key, keyCheckPlace);
  return key;
}
