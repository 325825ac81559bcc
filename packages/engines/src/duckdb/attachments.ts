import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineError } from '../engine.ts';
import { fileGeneration } from './file-generation.ts';
import type { KeptStatements } from './kept-statements.ts';
import { quoteText } from './quote.ts';
import { requireHarmlessCode } from './stored-code.ts';

/** Source of the tables of connections: an attached database, or only the in-memory one. */
export interface Catalog {
  readonly name?: string;
  readonly generation?: string;
  /** Idle connections made for this catalog. */
  readonly idle: ReadyConnection[];
  leases: number;
}

/** A connection on which `init` has run. */
export interface ReadyConnection {
  readonly connection: DuckDBConnection;
  /** Generation of the files that `init` reads: its views have the types of these files. */
  readonly filesGeneration: string;
  /** Closing the connection destroys them. */
  readonly kept: KeptStatements;
}

export interface Catalogs {
  /** Returns the catalog for new statements. Give it back with `release`. @throws EngineError `connection` */
  acquire(): Promise<Catalog>;
  release(catalog: Catalog): void;
  /** Like `release`, but does not keep the catalog open for the next use. */
  letGo(catalog: Catalog): void;
  /** Whether a connection of `catalog` may serve another statement. */
  isCurrent(catalog: Catalog): boolean;
  /** Lets go of the catalog that no statement uses. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseFile {
  readonly path: string;
  /** Set for an uploaded project: code stored in the file is inspected before use. */
  readonly foreignFolder: string | undefined;
}

/** Idle time after which the file is detached: our read lock keeps its writer out. */
const LET_GO_AFTER_MS = 1_000;

/**
 * Attachments of one database file, one per generation of the file.
 *
 * - *none*: nothing is attached, and other processes may open the file for writing. This is the state at the start,
 *   after a check, and `LET_GO_AFTER_MS` after the last statement ended. The next statement attaches the file (1 to 2
 *   ms).
 * - *current*: the file is attached under a name of its own, and new statements run there. The state ends when the
 *   file's generation differs from the attached one (the file was written or replaced), or when the attachment is idle.
 * - *retired*: statements that began there finish on the old content; the last one detaches it.
 *
 * Attaching and detaching take turns. A writer that finds a reader gets DuckDB's lock error. Under steady load, the way
 * to publish new data is therefore to rename a finished file over the old one.
 */
export class Attachments implements Catalogs {
  readonly #control: DuckDBConnection;
  readonly #path: string;
  readonly #foreignFolder: string | undefined;
  #current: Catalog | undefined;
  #count = 0;
  #sequence: Promise<unknown> = Promise.resolve();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(control: DuckDBConnection, { path, foreignFolder }: DatabaseFile) {
    this.#control = control;
    this.#path = path;
    this.#foreignFolder = foreignFolder;
  }

  async acquire(): Promise<Catalog> {
    const catalog = this.#usable();
    if (catalog === undefined) return this.#inSequence(async () => lease(await this.#renew()));
    return lease(catalog);
  }

  release(catalog: Catalog): void {
    catalog.leases -= 1;
    if (catalog.leases > 0) return;
    if (catalog === this.#current) this.#letGoLater();
    else this.#detachInSequence(catalog);
  }

  letGo(catalog: Catalog): void {
    const isKept = catalog === this.#current && this.#idleTimer !== undefined;
    catalog.leases -= 1;
    if (catalog.leases > 0 || isKept) return;
    if (catalog === this.#current) this.#retire();
    else this.#detachInSequence(catalog);
  }

  isCurrent(catalog: Catalog): boolean {
    return catalog === this.#current;
  }

  async empty(): Promise<void> {
    await this.#sequence;
    if (this.#current?.leases === 0) this.#retire();
    await this.#sequence;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#sequence;
    this.#retire();
    await this.#sequence;
  }

  #usable(): Catalog | undefined {
    return this.#current?.generation === fileGeneration(this.#path) ? this.#current : undefined;
  }

  async #renew(): Promise<Catalog> {
    const current = this.#usable();
    if (current !== undefined) return current;
    this.#retire();
    this.#current = await this.#attach();
    return this.#current;
  }

  async #attach(): Promise<Catalog> {
    const generation = fileGeneration(this.#path);
    if (generation === undefined)
      throw new EngineError('connection', new Error(`there is no database file ${this.#path}`));
    this.#count += 1;
    const catalog = `generation_${this.#count}`;
    try {
      await this.#control.run(`ATTACH ${quoteText(this.#path)} AS ${catalog} (READ_ONLY)`);
    } catch (error) {
      throw new EngineError('connection', error);
    }
    if (this.#foreignFolder !== undefined) await this.#requireHarmless(catalog, this.#foreignFolder);
    return { name: catalog, generation, idle: [], leases: 0 };
  }

  async #requireHarmless(catalog: string, foreignFolder: string): Promise<void> {
    try {
      await requireHarmlessCode(this.#control, catalog, foreignFolder);
    } catch (error) {
      await this.#control.run(`DETACH ${catalog}`);
      throw error;
    }
  }

  #letGoLater(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      this.#idleTimer = undefined;
      if (this.#current?.leases === 0) this.#retire();
    }, LET_GO_AFTER_MS).unref();
  }

  #retire(): void {
    const catalog = this.#current;
    this.#current = undefined;
    if (catalog?.leases === 0) this.#detachInSequence(catalog);
  }

  #detachInSequence(catalog: Catalog): void {
    // Fails only when the instance is lost, and the attachment with it.
    this.#inSequence(() => this.#detach(catalog)).catch(() => undefined);
  }

  async #detach(catalog: Catalog): Promise<void> {
    for (const { connection } of catalog.idle.splice(0)) connection.closeSync();
    await this.#control.run(`DETACH ${catalog.name}`);
  }

  #inSequence<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#sequence.then(work);
    this.#sequence = done.catch(() => undefined); // the caller gets the error
    return done;
  }
}

function lease(catalog: Catalog): Catalog {
  catalog.leases += 1;
  return catalog;
}
