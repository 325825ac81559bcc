import type BetterSqlite from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import { SqliteFile } from './sqlite-file.ts';
import { StoreUnavailable } from '../store-unavailable.ts';

/** Transactions that are written to disk by one COMMIT at most. */
const mostTogether = 32;

/** A transaction: `begin`, statements, then `commit`, or `rollBack`, also after a `commit` that failed. */
export interface OpenTransaction {
  begin(): Promise<void>;
  run<R>(text: string, parameters: readonly unknown[]): QueryResult<R>;
  /** Resolves when everything is on disk. */
  commit(): Promise<void>;
  rollBack(): void;
}

interface Finished {
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * The one connection that writes, with a queue. The owner of the connection runs a single statement or a transaction.
 *
 * Waiting for the disk is the larger part of a small transaction. *Shared* transactions that are requested in one turn
 * of the event loop run one after the other inside of one transaction of SQLite, each in its own savepoint. One COMMIT
 * then writes them all, and only then does each succeed. A shared transaction that fails undoes its own savepoint. When
 * the COMMIT fails, all of them fail. No other reader sees their changes before, since reads have another connection
 * and transactions that are not shared commit first.
 */
export class SqliteWriter {
  readonly #file: SqliteFile;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** Shared transactions that have ended and are not on disk yet. */
  #finished: Finished[] = [];
  /** Whether a transaction of SQLite is open that shared ones join. */
  #isShared = false;
  /** Whether `#writeIfFree` runs at the end of this turn. */
  #isDue = false;

  constructor(sqlite: BetterSqlite.Database) {
    this.#file = new SqliteFile(sqlite);
  }

  /** Runs one statement outside of a transaction. */
  async run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    await this.#take();
    try {
      this.#write();
      return await this.#file.runWhenFree<R>(text, parameters);
    } finally {
      this.#pass();
    }
  }

  open(isShared: boolean): OpenTransaction {
    return isShared ? this.#shared() : this.#alone();
  }

  #alone(): OpenTransaction {
    return {
      begin: async () => {
        await this.#take();
        try {
          this.#write();
          await this.#file.runWhenFree('BEGIN IMMEDIATE');
        } catch (error) {
          this.#pass();
          throw error;
        }
      },
      run: (text, parameters) => this.#within(text, parameters),
      commit: async () => {
        this.#within('COMMIT');
        this.#pass();
      },
      rollBack: () => {
        try {
          // SQLite may have done so already, for example on a full disk.
          if (this.#file.isInTransaction) this.#file.run('ROLLBACK');
        } finally {
          this.#pass();
        }
      },
    };
  }

  #shared(): OpenTransaction {
    let isOver = false;
    return {
      begin: async () => {
        await this.#take();
        try {
          if (!this.#isShared) await this.#file.runWhenFree('BEGIN IMMEDIATE');
          this.#isShared = true;
          this.#within('SAVEPOINT shared');
        } catch (error) {
          this.#passOn();
          throw error;
        }
      },
      run: (text, parameters) => this.#within(text, parameters),
      commit: () => {
        this.#within('RELEASE shared');
        isOver = true;
        const written = new Promise<void>((resolve, reject) => this.#finished.push({ resolve, reject }));
        this.#passOn();
        return written;
      },
      rollBack: () => {
        if (isOver) return;
        isOver = true;
        try {
          if (this.#file.isInTransaction) {
            this.#file.run('ROLLBACK TO shared');
            this.#file.run('RELEASE shared');
          }
        } finally {
          this.#passOn();
        }
      },
    };
  }

  /** @throws StoreUnavailable also when SQLite has ended the transaction on its own, for example on a full disk */
  #within<R>(text: string, parameters: readonly unknown[] = []): QueryResult<R> {
    if (!this.#file.isInTransaction) throw new StoreUnavailable(new Error('SQLite has ended the transaction'));
    return this.#file.run<R>(text, parameters);
  }

  /** Gives the connection up, after which others may join until the turn of the event loop is over. */
  #passOn(): void {
    const hasEnded = !this.#file.isInTransaction;
    if (hasEnded || this.#finished.length >= mostTogether) this.#write();
    if (!this.#isDue) setImmediate(() => this.#writeIfFree());
    this.#isDue = true;
    this.#pass();
  }

  /**
   * Writes the waiting shared transactions, if the connection is free. Otherwise its owner writes them, before it
   * begins its work or when it releases the connection.
   */
  #writeIfFree(): void {
    this.#isDue = false;
    if (!this.#isTaken) this.#write();
  }

  /** Writes the shared transactions that have ended to disk, and tells them. */
  #write(): void {
    if (!this.#isShared) return;
    const finished = this.#finished;
    this.#finished = [];
    this.#isShared = false;
    try {
      this.#within('COMMIT');
    } catch (error) {
      for (const { reject } of finished) reject(error);
      if (this.#file.isInTransaction) this.#file.run('ROLLBACK');
      return;
    }
    for (const { resolve } of finished) resolve();
  }

  async #take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  /** Gives the connection to the next that waits. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
