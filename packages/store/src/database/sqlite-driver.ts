import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { StoreUnavailable } from './store-unavailable.ts';

/** How long a writer waits for another process: the command line writes while the server runs. */
const busyForMs = 5_000;
const busyPauseMs = 5;
/** Number of compiled statements kept; there are fewer texts than this. */
const rememberedStatements = 500;

/**
 * Runs better-sqlite3 under Kysely, and differs from Kysely's own driver in two ways. A transaction takes the write
 * lock when it begins, because one that read first could no longer write once another process has written. And waiting
 * for that lock leaves the event loop free, where SQLite itself would block.
 */
export class SqliteDriver implements Driver {
  readonly #sqlite: BetterSqlite.Database;
  readonly #connection: SqliteConnection;

  constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
    this.#connection = new SqliteConnection(sqlite);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.execute('BEGIN IMMEDIATE');
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.execute('COMMIT');
  }

  /** Tolerates a transaction that SQLite has already rolled back, for example on a full disk. */
  async rollbackTransaction(): Promise<void> {
    if (this.#sqlite.inTransaction) await this.#connection.execute('ROLLBACK');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#sqlite.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: BetterSqlite.Database;
  readonly #statements = new Map<string, BetterSqlite.Statement>();

  constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
  }

  async execute(text: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(text));
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const endsAt = performance.now() + busyForMs;
    for (;;) {
      try {
        return this.#run<R>(sql, parameters);
      } catch (error) {
        if (!isPassing(error)) throw error;
        const mayTryAgain = error.code.startsWith('SQLITE_BUSY') && !this.#sqlite.inTransaction;
        if (!mayTryAgain || performance.now() > endsAt) throw new StoreUnavailable(error);
      }
      await pause(busyPauseMs);
    }
  }

  /** Returns all rows as one piece: none of the results here is large. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  #run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const statement = this.#prepared(sql);
    // The type of the rows is the one Kysely derived from the tables' types.
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  #prepared(sql: string): BetterSqlite.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#sqlite.prepare(sql);
    if (this.#statements.size < rememberedStatements) this.#statements.set(sql, statement);
    return statement;
  }
}

/** Whether the fault is temporary and not in the statement: another process writes, or the disk is full or fails. */
export function isPassing(error: unknown): error is InstanceType<typeof BetterSqlite.SqliteError> {
  if (!(error instanceof BetterSqlite.SqliteError)) return false;
  return /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/.test(error.code);
}
