import type BetterSqlite from 'better-sqlite3';
import { SerialThread } from '@orrery/kernel';

/** Number of new pages after which the log is copied; SQLite itself waits for as many. */
const everyPages = 1_000;
/** From here on, writers also wait for the copy, and the log gives its space back to the disk. */
const longPages = 4_000;
/** How long a copy keeps others from writing while transactions still read from the log. */
const waitMs = 100;

const program = {
  file: new URL('./checkpoint-worker.ts', import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 32 },
};
/** Shorter than what others wait for the lock, and together than the pulse of a node: a copy that is late is given up first. */
const limits = { answerWithinMs: 10_000, startWithinMs: 5_000, keepForMs: 10_000, waitingSize: 1 };

export interface CheckpointRequest {
  readonly file: string;
  /** Both begin the log again; TRUNCATE gives its space back to the disk. */
  readonly mode: 'RESTART' | 'TRUNCATE';
  readonly waitMs: number;
}

/** Pages in the write-ahead log, and how many of them are in the file. */
interface LogPages {
  readonly log: number;
  readonly checkpointed: number;
}

/** Copies what no transaction reads from the log, unless another connection does so: then it is `busy`. */
type Copy = (request: CheckpointRequest) => Promise<CheckpointOutcome>;

export type CheckpointOutcome = 'copied' | 'busy';

/**
 * Copies the write-ahead log of SQLite into its file, in a thread with a connection of its own. The thread brings the log
 * onto the disk before it copies, as SQLite does.
 *
 * Most is copied while others write. The last of it, and the beginning of the next log, hold the lock of writers, who wait
 * for that without blocking the event loop; from 4,000 pages on they wait for the whole copy. A transaction that reads for
 * long keeps the log, which grows until it ends, as slowly as copies are tried. While the thread fails, SQLite copies in the
 * thread that commits.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #writer: BetterSqlite.Database;
  readonly #readPages: BetterSqlite.Statement<[], LogPages>;
  readonly #thread = new SerialThread<CheckpointRequest, CheckpointOutcome>(program, limits);
  readonly #copy: Copy;
  /** The log when it was last copied. */
  #last: LogPages = { log: 0, checkpointed: 0 };
  #copying: Promise<void> | undefined;
  /** Whether each commit that finds a long log copies it, and the log begins again with the next one. */
  #sqliteCopies = false;

  /** @param reader a connection without transactions, which is closed by others, as `writer` is */
  constructor(file: string, writer: BetterSqlite.Database, reader: BetterSqlite.Database, copy?: Copy) {
    this.#file = file;
    this.#writer = writer;
    this.#readPages = reader.prepare<[], LogPages>('PRAGMA wal_checkpoint(NOOP)');
    this.#copy = copy ?? ((request) => this.#thread.ask(request));
    this.#letSqliteCopy(false);
  }

  /**
   * Has the log copied when it has grown enough; takes microseconds.
   *
   * @returns what a writer waits for, which does not reject; `undefined` while the log is short
   */
  copyIfDue(): Promise<void> | undefined {
    const pages = this.#pagesNow();
    if (!this.#copying && this.#hasGrown(pages))
      this.#copying = this.#copyNow(pages).finally(() => (this.#copying = undefined));
    return pages.log < longPages ? undefined : this.#copying;
  }

  /**
   * Waits for a copy that runs: a thread that is ended while it loads the driver ends the process. Closing the last
   * connection to the file makes the last copy.
   */
  async close(): Promise<void> {
    await this.#copying;
    await this.#thread.close();
  }

  #hasGrown({ log, checkpointed }: LogPages): boolean {
    const hasBegunAgain = this.#sqliteCopies || log < this.#last.log || checkpointed < this.#last.checkpointed;
    return log - (hasBegunAgain ? 0 : this.#last.log) >= everyPages;
  }

  async #copyNow(pages: LogPages): Promise<void> {
    this.#last = pages;
    try {
      const mode = pages.log < longPages ? 'RESTART' : 'TRUNCATE';
      const outcome = await this.#copy({ file: this.#file, mode, waitMs });
      if (outcome === 'copied') this.#letSqliteCopy(false);
      this.#last = this.#pagesNow();
    } catch {
      this.#letSqliteCopy(true); // until the thread works again
    }
  }

  #pagesNow(): LogPages {
    try {
      return this.#readPages.get() ?? this.#last;
    } catch {
      this.#letSqliteCopy(true); // until it can be read again
      return this.#last;
    }
  }

  #letSqliteCopy(does: boolean): void {
    this.#sqliteCopies = does;
    if (this.#writer.open) this.#writer.pragma(`wal_autocheckpoint = ${does ? everyPages : 0}`);
  }
}
