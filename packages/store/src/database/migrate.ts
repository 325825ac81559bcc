import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { OperatorError } from '@orrery/kernel';
import type { Database, Tables } from './database.ts';
import { kindOf } from './kind-of.ts';
import { columnTypes, type Migration } from './migration.ts';
import { migrations } from './migrations/migrations.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { inTransaction } from './transaction.ts';

/** Table that records which migrations were applied. */
export interface MigrationJournal {
  readonly table: string;
  /** Tables that they are of, as messages name them. */
  readonly of: string;
  /** Next step of the operator where a newer version wrote it, as a sentence. */
  readonly wayOut: string;
}

/** Journal of the metadata store; its name is that of the tool that wrote the first stores. */
export const metadataJournal: MigrationJournal = {
  table: 'kysely_migration',
  of: 'metadata store',
  wayOut: 'Use that version, or restore a backup from before.',
};
/** Number of PostgreSQL's advisory lock for migrations; it has no other meaning. */
const lockNumber = 7_073_811_004;
const lockPauseMs = 100;
const lockWithinMs = 120_000;

/** Reports that the metadata store, or the history, was written by a newer version, or that a migration failed; nothing was changed. */
export class MigrationError extends OperatorError {
  constructor({ of }: Pick<MigrationJournal, 'of'>, reason: string, options?: ErrorOptions) {
    super(`The ${of} cannot be brought up to date: ${reason}`, options);
  }
}

/** Lists the migrations the store lacks, in order. @throws MigrationError when a newer version wrote it */
export async function pendingMigrations(
  database: Database | Transaction<Tables>,
  known: ReadonlyMap<string, Migration> = migrations,
  journal = metadataJournal,
): Promise<readonly string[]> {
  const done = await doneMigrations(database, journal);
  const names = [...known.keys()];
  const unknown = done.filter((name, index) => names[index] !== name);
  if (unknown.length > 0) {
    throw new MigrationError(journal, `a newer version of Orrery wrote it (${unknown.join(', ')}). ${journal.wayOut}`);
  }
  return names.slice(done.length);
}

/**
 * Brings the store up to date in one transaction; does nothing when it is current. Another process that migrates waits.
 *
 * @param journal the table that records which of `known` were applied @returns the steps that were missing @throws
 * MigrationError, StoreUnavailable
 */
export async function migrate(
  database: Database,
  known: ReadonlyMap<string, Migration> = migrations,
  journal = metadataJournal,
): Promise<readonly string[]> {
  if ((await pendingMigrations(database, known, journal)).length === 0) return [];
  const endsAt = performance.now() + lockWithinMs;
  for (;;) {
    const applied = await inTransaction(database, async (transaction) => {
      if (!(await lockMigrations(transaction))) return undefined;
      return applyMigrations(transaction, known, journal);
    });
    if (applied) return applied;
    if (performance.now() > endsAt)
      throw new MigrationError(journal, 'another process has been at it for two minutes.');
    await pause(lockPauseMs);
  }
}

/** Applies the missing steps in the caller's transaction. @returns them @throws MigrationError */
export async function applyMigrations(
  transaction: Transaction<Tables>,
  known: ReadonlyMap<string, Migration> = migrations,
  journal = metadataJournal,
): Promise<readonly string[]> {
  const pending = await pendingMigrations(transaction, known, journal);
  await ensureJournal(transaction, journal);
  for (const name of pending) await apply(transaction, name, known.get(name), journal);
  return pending;
}

/** Lists the steps a store has applied, in order. */
export async function doneMigrations(
  database: Database | Transaction<Tables>,
  journal = metadataJournal,
): Promise<readonly string[]> {
  const { rows: found } = await (kindOf(database) === 'postgres'
    ? sql<{ name: string | null }>`SELECT to_regclass(${journal.table})::text AS name`.execute(database)
    : sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name = ${journal.table}`.execute(
        database,
      ));
  if (!found[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(journal.table)}`.execute(database);
  return rows.map(({ name }) => name).sort();
}

/**
 * Takes the lock if it is free; SQLite has locked the file already when the transaction began. Not waiting for it keeps
 * PostgreSQL from holding a statement open.
 */
export async function lockMigrations(transaction: Transaction<Tables>): Promise<boolean> {
  if (kindOf(transaction) === 'sqlite') return true;
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${sql.lit(lockNumber)}) AS "isLocked"`.execute(transaction);
  return rows[0]?.isLocked === true;
}

async function ensureJournal(transaction: Transaction<Tables>, journal: MigrationJournal): Promise<void> {
  await transaction.schema
    .createTable(journal.table)
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute();
}

async function apply(
  transaction: Transaction<Tables>,
  name: string,
  migration: Migration | undefined,
  journal: MigrationJournal,
): Promise<void> {
  try {
    await migration?.up(transaction, columnTypes[kindOf(transaction)]);
    await sql`
      INSERT INTO ${sql.table(journal.table)} (name, timestamp)
      VALUES (${name}, ${new Date().toISOString()})`.execute(transaction);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    throw new MigrationError(journal, error instanceof Error ? error.message : String(error), { cause: error });
  }
}
