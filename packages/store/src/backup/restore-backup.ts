import { type Kysely, sql, type Transaction } from 'kysely';
import { OperatorError } from '@orrery/kernel';
import {
  applyMigrations,
  bumpEpoch,
  doneMigrations,
  inTransaction,
  lockMigrations,
  metadataJournal,
  migrations,
  pendingMigrations,
  type Store,
  type Tables,
  tablesAt,
  type TableShape,
} from '../database/index.ts';
import type { KeySource, MasterKey } from '../keys/index.ts';
import type { BackupTable, BackupValue } from './backup-format.ts';
import { setLastNumber } from './last-number.ts';
import { type Backup, inspectBackup, readBackup, requireGenuine } from './read-backup.ts';

export interface RestoreInput {
  readonly file: string;
  readonly source: KeySource;
  /** Opens the store, once the file has been checked. */
  readonly connect: () => Promise<Store>;
  /** Whether existing content of the store may be deleted. */
  readonly mayReplace: boolean;
  readonly clock: { now(): number };
}

export interface RestoredBackup {
  readonly rows: number;
  readonly createdAt: string;
}

const rowsAtATime = 100;

/**
 * Restores the store to the state in the backup, in one transaction. Every check of the file happens before the store
 * is touched. Running processes notice within a second.
 *
 * @throws OperatorError, StoreUnavailable; the store is then unchanged
 */
export async function restoreBackup(input: RestoreInput): Promise<RestoredBackup> {
  const { file, source, mayReplace, clock } = input;
  const backup = await inspectBackup(file);
  requireKnown(backup, file);
  requireGenuine(backup, keyOf(backup, source), file);
  const store = await input.connect();
  try {
    await inTransaction(store.database, async (transaction) => {
      if (!(await lockMigrations(transaction))) {
        throw new OperatorError('Another process is changing the tables of the metadata store; try again.');
      }
      await pendingMigrations(transaction); // throws when a newer version wrote the store
      const before = await tablesAt(await doneMigrations(transaction));
      if (!mayReplace) await requireEmpty(transaction, before);
      const epochs = await epochsIn(transaction, before);
      await dropAll(transaction, before);
      await fill(transaction, backup, file);
      await applyMigrations(transaction);
      await raiseEpochs(transaction, epochs, clock.now());
    });
  } finally {
    await store.close();
  }
  return { rows: backup.end.rows, createdAt: backup.header.createdAt };
}

function requireKnown({ header }: Backup, file: string): void {
  const known = [...migrations.keys()];
  if (header.migrations.every((name, index) => known[index] === name)) return;
  throw new OperatorError(`'${file}' was made by a newer version of Orrery (${header.version}).`);
}

function keyOf({ header: { keyId } }: Backup, source: KeySource): MasterKey {
  const keys = source.keys();
  const key = keys.find(({ id }) => id === keyId);
  if (key) return key;
  const given = keys.length === 0 ? 'none' : keys.map(({ id }) => id).join(', ');
  throw new OperatorError(
    `The secrets in the backup are sealed by the master key ${keyId}; ${source.name} has ${given}. ` +
      'A backup does not contain its master key: install the key that it was made with first. Nothing was changed.',
  );
}

async function requireEmpty(transaction: Transaction<Tables>, tables: readonly TableShape[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`SELECT 1 AS one FROM ${sql.table(name)} LIMIT 1`.execute(transaction);
    if (rows.length > 0) {
      throw new OperatorError('The metadata store is not empty. --replace overwrites its content with the backup.');
    }
  }
}

async function epochsIn(
  transaction: Transaction<Tables>,
  tables: readonly TableShape[],
): Promise<ReadonlyMap<number, number>> {
  const account = tables.find(({ name }) => name === 'account');
  if (!account?.columns.includes('epoch')) return new Map();
  const rows = await transaction.selectFrom('account').select(['id', 'epoch']).execute();
  return new Map(rows.map(({ id, epoch }) => [id, epoch]));
}

async function dropAll(transaction: Transaction<Tables>, tables: readonly TableShape[]): Promise<void> {
  for (const { name } of [...tables].reverse()) await transaction.schema.dropTable(name).execute();
  await transaction.schema.dropTable(metadataJournal.table).ifExists().execute();
}

/** Creates the tables as they were at the time of the backup, and fills them with its rows. */
async function fill(transaction: Transaction<Tables>, backup: Backup, file: string): Promise<void> {
  const { header } = backup;
  await applyMigrations(transaction, new Map([...migrations].slice(0, header.migrations.length)));
  const expected = await tablesAt(header.migrations);
  await empty(transaction, expected);
  const found: BackupTable[] = [];
  let waiting: (readonly BackupValue[])[] = [];
  const flush = async () => {
    const table = found.at(-1);
    if (table && waiting.length > 0) await insert(transaction, table, waiting);
    waiting = [];
  };
  for await (const part of readBackup(file, backup)) {
    if (part.kind === 'row') {
      waiting.push(part.values);
      if (waiting.length >= rowsAtATime) await flush();
      continue;
    }
    await flush();
    requireShape(part.table, expected[found.length]);
    found.push(part.table);
  }
  await flush();
  if (found.length !== expected.length) throw new Error('the backup does not hold every table of its version');
  for (const { table, lastNumber } of found) {
    if (lastNumber !== null) await setLastNumber(transaction, table, lastNumber);
  }
}

/** Deletes the rows that migrations inserted: the backup has its own version of those. */
async function empty(transaction: Transaction<Tables>, tables: readonly TableShape[]): Promise<void> {
  for (const { name } of [...tables].reverse()) await sql`DELETE FROM ${sql.table(name)}`.execute(transaction);
}

function requireShape(found: BackupTable, expected: TableShape | undefined): void {
  const isSame = found.table === expected?.name && found.columns.join(',') === expected.columns.join(',');
  if (!isSame) throw new Error(`the backup has a table '${found.table}' that its version did not have in this form`);
}

async function insert(
  transaction: Kysely<Tables>,
  { table, columns }: BackupTable,
  rows: readonly (readonly BackupValue[])[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  await sql`INSERT INTO ${sql.table(table)} (${names}) VALUES ${values}`.execute(transaction);
}

/** Makes every epoch larger than any that a process may know, so that all of them read again. */
async function raiseEpochs(
  transaction: Transaction<Tables>,
  before: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  for (const { id, epoch } of await transaction.selectFrom('account').select(['id', 'epoch']).execute()) {
    const largest = Math.max(epoch, before.get(id) ?? 0);
    await transaction.updateTable('account').set({ epoch: largest }).where('id', '=', id).execute();
    await bumpEpoch(transaction, id, now);
  }
}
