import type BetterSqlite from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { LogSync } from './log-sync.ts';
import { readsOnly, SqliteFile } from './sqlite-file.ts';
import { type OpenTransaction, SqliteWriter } from './sqlite-writer.ts';
import { TurnOfReads } from './turn-of-reads.ts';

export interface SqliteFiles {
  /** A connection that cannot write. */
  readonly reader: BetterSqlite.Database;
  readonly writer: BetterSqlite.Database;
  /** Opens one more connection that cannot write. */
  openReader(): BetterSqlite.Database;
  /** Absent where SQLite itself brings each commit onto the disk. */
  readonly log: LogSync | undefined;
}

/**
 * Runs better-sqlite3 under Kysely, and differs from Kysely's own driver in four ways. Statements that only read, and
 * stand in no transaction, have a connection of their own: they wait for no transaction, and see what is committed.
 * A transaction takes the write lock when it begins, because one that read first could no longer write once another
 * process has written; waiting for that lock, and for the disk, leaves the event loop free, where SQLite itself would
 * block. And transactions that say so are written to disk together. Reads, which SQLite answers at once, end the turn of the
 * event loop when it has become long.
 */
export class SqliteDriver implements Driver {
  readonly #files: SqliteFiles;
  readonly #reader: SqliteFile;
  readonly #writer: SqliteWriter;
  readonly #turn = new TurnOfReads();

  constructor(files: SqliteFiles) {
    this.#files = files;
    this.#reader = new SqliteFile(files.reader);
    this.#writer = new SqliteWriter(files.writer, files.log);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#reader, this.#writer, this.#turn, this.#files.log);
  }

  /** Begins a transaction. One that declares to write may be written to disk together with others. */
  async beginTransaction(connection: SqliteConnection, { accessMode }: TransactionSettings): Promise<void> {
    const isReading = accessMode === 'read only';
    const transaction = isReading
      ? readOnce(this.#files.openReader())
      : this.#writer.open(accessMode === mayShareWrite);
    await connection.begin(transaction);
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollBack();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#writer.close();
    this.#files.reader.close();
    this.#files.writer.close();
  }
}

/** The access mode of transactions that may be written to disk with others: SQLite has no modes of its own. */
export const mayShareWrite = 'read write';

/** Reads the state of the store at one moment, on a connection of its own. */
function readOnce(sqlite: BetterSqlite.Database): OpenTransaction {
  const file = new SqliteFile(sqlite);
  return {
    begin: async () => void (await file.runWhenFree('BEGIN')),
    run: (text, parameters) => file.run(text, parameters),
    commit: async () => void sqlite.close(),
    rollBack: () => void sqlite.close(),
  };
}

/** The connection of one caller of Kysely: for single statements, or one transaction. */
class SqliteConnection implements DatabaseConnection {
  readonly #reader: SqliteFile;
  readonly #writer: SqliteWriter;
  readonly #turn: TurnOfReads;
  readonly #log: LogSync | undefined;
  #transaction: OpenTransaction | undefined;

  constructor(reader: SqliteFile, writer: SqliteWriter, turn: TurnOfReads, log: LogSync | undefined) {
    this.#reader = reader;
    this.#writer = writer;
    this.#turn = turn;
    this.#log = log;
  }

  async begin(transaction: OpenTransaction): Promise<void> {
    await transaction.begin();
    this.#transaction = transaction;
  }

  async commit(): Promise<void> {
    await this.#transaction?.commit();
    this.#transaction = undefined;
  }

  rollBack(): void {
    this.#transaction?.rollBack();
    this.#transaction = undefined;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#transaction) return this.#transaction.run<R>(sql, parameters);
    this.#log?.requireSound();
    if (readsOnly(sql)) {
      await this.#turn.endIfLong();
      return this.#reader.runWhenFree<R>(sql, parameters);
    }
    return this.#writer.run<R>(sql, parameters);
  }

  /** Returns all rows as one piece: none of the results here is large. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
