import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import { StoreUnavailable } from '../store-unavailable.ts';

/**
 * How long a statement waits for another connection: the command line writes while the server runs, and a copy of the log
 * waits for the disk, which may take seconds.
 */
const busyForMs = 15_000;
const busyPauseMs = 5;
/** Number of compiled statements kept; there are fewer texts than this. */
const rememberedStatements = 500;

/** Runs statements on one connection to the file. */
export class SqliteFile {
  readonly #sqlite: BetterSqlite.Database;
  readonly #statements = new Map<string, BetterSqlite.Statement>();

  constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
  }

  get isInTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  /** @throws StoreUnavailable, and what SQLite says of a statement that is wrong */
  run<R>(text: string, parameters: readonly unknown[] = []): QueryResult<R> {
    try {
      return this.#run(text, parameters);
    } catch (error) {
      throw isPassing(error) ? new StoreUnavailable(error) : error;
    }
  }

  /** Runs a statement outside of a transaction, and waits while another process writes. @throws as run */
  async runWhenFree<R>(text: string, parameters: readonly unknown[] = []): Promise<QueryResult<R>> {
    const endsAt = performance.now() + busyForMs;
    for (;;) {
      try {
        return this.#run<R>(text, parameters);
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (!error.code.startsWith('SQLITE_BUSY') || performance.now() > endsAt) throw new StoreUnavailable(error);
      }
      await pause(busyPauseMs);
    }
  }

  #run<R>(text: string, parameters: readonly unknown[]): QueryResult<R> {
    const statement = this.#prepared(text);
    // The type of the rows is the one Kysely derived from the tables' types.
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  #prepared(text: string): BetterSqlite.Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#sqlite.prepare(text);
    if (this.#statements.size < rememberedStatements) this.#statements.set(text, statement);
    return statement;
  }
}

/** Whether a statement surely changes nothing, by its words: SQLite may be too busy to read it. */
export function readsOnly(text: string): boolean {
  return (
    /^\s*select\b/iu.test(text) || (/^\s*with\b/iu.test(text) && !/\b(?:insert|update|delete|replace)\b/iu.test(text))
  );
}

/** Whether the fault is temporary and not in the statement: another process writes, or the disk is full or fails. */
export function isPassing(error: unknown): error is InstanceType<typeof BetterSqlite.SqliteError> {
  if (!(error instanceof BetterSqlite.SqliteError)) return false;
  return /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/.test(error.code);
}
