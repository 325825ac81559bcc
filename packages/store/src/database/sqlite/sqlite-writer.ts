import type BetterSqlite from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import type { LogSync } from './log-sync.ts';
import { SqliteFile } from './sqlite-file.ts';
import { StoreUnavailable } from '../store-unavailable.ts';

/** Transactions that one COMMIT ends at most. */
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
 * Each succeeds when it is on disk; others have the connection while it waits for that.
 *
 * *Shared* transactions that are requested in one turn of the event loop run one after the other inside of one
 * transaction of SQLite, each in its own savepoint. One COMMIT then ends them all, and only then does each succeed. A
 * shared transaction that fails undoes its own savepoint. When the COMMIT fails, all of them fail. No other reader sees
 * their changes before it, since reads have another connection and transactions that are not shared commit first.
 */
export class SqliteWriter {
  readonly #file: SqliteFile;
  readonly #log: LogSync | undefined;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** Shared transactions that have ended and are not on disk yet. */
  #finished: Finished[] = [];
  /** Whether a transaction of SQLite is open that shared ones join. */
  #isShared = false;
  /** Whether `#writeIfFree` runs at the end of this turn. */
  #isDue = false;

  /** @param log absent where SQLite itself brings each commit onto the disk */
  constructor(sqlite: BetterSqlite.Database, log?: LogSync) {
    this.#file = new SqliteFile(sqlite);
    this.#log = log;
  }

  /** Runs one statement outside of a transaction. */
  async run<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const result = await this.#runAlone<R>(text, parameters);
    await this.#log?.written();
    return result;
  }

  /** Waits for commits that are on their way to the disk. */
  async close(): Promise<void> {
    await this.#log?.close();
  }

  async #runAlone<R>(text: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
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
    let isOver = false;
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
        isOver = true;
        this.#pass();
        await this.#log?.written();
      },
      rollBack: () => {
        if (isOver) return;
        isOver = true;
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
    try {
      if (hasEnded || this.#finished.length >= mostTogether) this.#write();
      if (!this.#isDue) setImmediate(() => this.#writeIfFree());
      this.#isDue = true;
    } finally {
      this.#pass();
    }
  }

  /**
   * Writes the waiting shared transactions, if the connection is free. Otherwise its owner writes them, before it
   * begins its work or when it releases the connection.
   */
  #writeIfFree(): void {
    this.#isDue = false;
    if (!this.#isTaken) this.#write();
  }

  /** Commits the shared transactions that have ended, and tells them when they are on disk. */
  #write(): void {
    if (!this.#isShared) return;
    const finished = this.#finished;
    this.#finished = [];
    this.#isShared = false;
    try {
      this.#within('COMMIT');
    } catch (error) {
      for (const { reject } of finished) reject(error);
      this.#undo();
      return;
    }
    void this.#tell(finished);
  }

  /** Ends a transaction whose COMMIT has failed. One that SQLite cannot end lets none begin after it. */
  #undo(): void {
    try {
      if (this.#file.isInTransaction) this.#file.run('ROLLBACK');
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  async #tell(finished: readonly Finished[]): Promise<void> {
    try {
      await this.#log?.written();
      for (const { resolve } of finished) resolve();
    } catch (error) {
      for (const { reject } of finished) reject(error);
    }
  }

  /** @throws StoreUnavailable when nothing can be written any more */
  async #take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    try {
      this.#log?.requireSound();
    } catch (error) {
      this.#pass();
      throw error;
    }
  }

  /** Gives the connection to the next that waits. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}
