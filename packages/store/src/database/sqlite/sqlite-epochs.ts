import BetterSqlite from 'better-sqlite3';
import type { Epochs } from '../epochs.ts';
import { StoreUnavailable } from '../store-unavailable.ts';

interface EpochRow {
  readonly id: number;
  readonly epoch: number;
}

/**
 * Asks the file on every request whether another connection has written, and then reads the epochs again.
 *
 * `PRAGMA data_version` counts the writes of every connection but its own, so this connection only reads. It takes
 * microseconds.
 */
export class SqliteEpochs implements Epochs {
  readonly #sqlite: BetterSqlite.Database;
  readonly #readVersion: BetterSqlite.Statement<[], number>;
  readonly #readEpochs: BetterSqlite.Statement<[], EpochRow>;
  #version: number | undefined;
  #epochs: ReadonlyMap<number, number> = new Map();
  #isSteady = false;
  #hasLooked = false;

  constructor(file: string) {
    this.#sqlite = new BetterSqlite(file, { readonly: true, fileMustExist: true });
    this.#readVersion = this.#sqlite.prepare<[], number>('PRAGMA data_version').pluck();
    this.#readEpochs = this.#sqlite.prepare<[], EpochRow>('SELECT id, epoch FROM account');
  }

  of(accountId: number): number {
    if (this.#isSteady && this.#hasLooked) return this.#epochs.get(accountId) ?? 0;
    try {
      const version = this.#readVersion.get();
      if (version !== this.#version) {
        this.#epochs = new Map(this.#readEpochs.all().map(({ id, epoch }) => [id, epoch]));
        this.#version = version;
      }
    } catch (error) {
      throw new StoreUnavailable(error);
    }
    this.#hasLooked = true;
    return this.#epochs.get(accountId) ?? 0;
  }

  steady<T>(work: () => T): T {
    this.#isSteady = true;
    this.#hasLooked = false;
    try {
      return work();
    } finally {
      this.#isSteady = false;
    }
  }

  /** Always 0, because each read goes to the file. */
  lagMs(): number {
    return 0;
  }

  /** Does nothing, because the file has the new epoch. */
  learn(): void {}

  async close(): Promise<void> {
    this.#sqlite.close();
  }
}
