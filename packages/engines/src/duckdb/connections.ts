import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { EngineCancelled, EngineError } from '../engine.ts';
import type { Catalog, Catalogs, ReadyConnection } from './attachments.ts';
import { Permits } from '../permits.ts';
import { FileRefused } from './files/file-refused.ts';
import type { SettledFiles } from './files/settled-files.ts';
import { KeptStatements } from './kept-statements.ts';
import { makeTemporaryView } from './make-temporary-view.ts';

/** A connection for one statement. */
export interface DuckDbLease {
  readonly connection: DuckDBConnection;
  /** Generation of the data the statement will read. */
  readonly generation?: string;
  /** See `prepareSelect`. */
  readonly foreignFolder: string | undefined;
  /** Absent: the connection serves one statement only. */
  readonly kept?: KeptStatements;
  release(): void;
}

/** Statements that run on a new connection. */
export interface Init {
  readonly statements: readonly string[];
  /** Set for an uploaded project: see `prepareSelect`. */
  readonly foreignFolder: string | undefined;
}

/**
 * Connections that are ready for a statement: the default catalog is chosen and `init` has run. At most `limit` are
 * leased at a time, and one more for a check. An idle connection is kept as long as its catalog is current.
 */
export class DuckDbConnections {
  readonly #instance: DuckDBInstance;
  readonly #catalogs: Catalogs;
  readonly #init: Init;
  readonly #files: SettledFiles;
  readonly #permits: Permits;
  readonly #checks = new Permits(1);
  /** Statements that wait for all others take turns. */
  readonly #alone = new Permits(1);
  readonly #limit: number;
  #running = 0;
  #begun = 0;

  constructor(instance: DuckDBInstance, catalogs: Catalogs, init: Init, files: SettledFiles, limit: number) {
    this.#instance = instance;
    this.#catalogs = catalogs;
    this.#init = init;
    this.#files = files;
    this.#limit = limit;
    this.#permits = new Permits(limit);
  }

  /** Number of statements that run. */
  get running(): number {
    return this.#running;
  }

  /** Number of statements that have begun, from the start on. */
  get begun(): number {
    return this.#begun;
  }

  /** @throws EngineError `connection`; EngineCancelled when `signal` fires while all are busy */
  lease(signal: AbortSignal): Promise<DuckDbLease> {
    return this.#lease(signal, this.#permits, (catalog) => this.#catalogs.release(catalog));
  }

  /** Waits until no other statement runs, and holds further ones back. @throws as `lease` */
  async leaseAlone(signal: AbortSignal): Promise<DuckDbLease> {
    await this.#alone.acquire(signal);
    let giveBack = () => this.#alone.release();
    try {
      const releaseOthers = await this.#permits.acquireMany(signal, this.#limit - 1);
      giveBack = () => {
        releaseOthers();
        this.#alone.release();
      };
      const lease = await this.lease(signal);
      return {
        ...lease,
        release: () => {
          lease.release();
          giveBack();
        },
      };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Does not wait for statements, and does not keep a database file open. @throws as `lease` */
  leaseForCheck(signal: AbortSignal): Promise<DuckDbLease> {
    return this.#lease(signal, this.#checks, (catalog) => this.#catalogs.letGo(catalog));
  }

  /** Resolves when no lease is out, also of statements whose caller has left. @throws EngineCancelled when `signal` fires */
  async returned(signal: AbortSignal): Promise<void> {
    await this.#alone.acquire(signal);
    try {
      for (const permits of [this.#permits, this.#checks]) (await permits.acquireMany(signal))();
    } finally {
      this.#alone.release();
    }
  }

  /** Resolves when all leases were returned; none is given out afterwards. */
  async close(): Promise<void> {
    await Promise.all([this.#permits.close(), this.#checks.close()]);
    await this.#catalogs.close();
  }

  async #lease(signal: AbortSignal, permits: Permits, leave: (catalog: Catalog) => void): Promise<DuckDbLease> {
    await permits.acquire(signal);
    this.#begun += 1;
    try {
      const catalog = await this.#catalogs.acquire();
      const ready = await this.#readyIn(catalog, signal).catch((error: unknown) => {
        leave(catalog);
        throw error;
      });
      const { connection, kept } = ready;
      const release = () => {
        this.#running -= 1;
        if (this.#catalogs.isCurrent(catalog)) catalog.idle.push(ready);
        else connection.closeSync();
        leave(catalog);
        permits.release();
      };
      this.#running += 1;
      return { connection, ...generationOf(catalog), foreignFolder: this.#init.foreignFolder, kept, release };
    } catch (error) {
      permits.release();
      throw error;
    }
  }

  async #readyIn(catalog: Catalog, signal: AbortSignal): Promise<ReadyConnection> {
    const filesGeneration = await this.#files.generation(this.#init.statements);
    for (let idle = catalog.idle.pop(); idle !== undefined; idle = catalog.idle.pop()) {
      if (idle.filesGeneration === filesGeneration) return idle;
      idle.connection.closeSync();
    }
    const connection = await this.#connect(catalog, signal);
    return { connection, filesGeneration, kept: new KeptStatements() };
  }

  async #connect(catalog: Catalog, signal: AbortSignal): Promise<DuckDBConnection> {
    const connection = await this.#instance.connect();
    const interrupt = () => connection.interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      if (catalog.name !== undefined) await connection.run(`USE ${catalog.name}`);
      const { statements, foreignFolder } = this.#init;
      for (const written of statements) {
        const statement = await this.#files.settle(written, signal);
        if (foreignFolder === undefined) await connection.run(statement);
        else await makeTemporaryView(connection, statement, foreignFolder);
      }
      return connection;
    } catch (error) {
      connection.closeSync();
      if (signal.aborted) throw new EngineCancelled();
      const cause = error instanceof EngineError ? error.cause : error;
      throw new EngineError(cause instanceof FileRefused ? 'conversion' : 'connection', cause);
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
  }
}

function generationOf({ generation }: Catalog): Pick<DuckDbLease, 'generation'> {
  return generation === undefined ? {} : { generation };
}
