import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { EngineCancelled, EngineError } from '../engine.ts';
import type { Home, Homes } from './attachments.ts';
import { Permits } from './permits.ts';

/** A connection for one statement. */
export interface Lease {
  readonly connection: DuckDBConnection;
  /** Of the data the statement will read. */
  readonly generation?: string;
  release(): void;
}

/**
 * Connections that are ready for a statement: default catalog chosen, `init` done. At most `limit` are
 * out at a time. One is kept for the next statement as long as its home is current.
 */
export class Connections {
  readonly #instance: DuckDBInstance;
  readonly #homes: Homes;
  readonly #init: readonly string[];
  readonly #permits: Permits;

  constructor(instance: DuckDBInstance, homes: Homes, init: readonly string[], limit: number) {
    this.#instance = instance;
    this.#homes = homes;
    this.#init = init;
    this.#permits = new Permits(limit);
  }

  /** @throws EngineError `connection`; EngineCancelled when `signal` fires while all are busy */
  async lease(signal: AbortSignal): Promise<Lease> {
    await this.#permits.acquire(signal);
    try {
      return await this.#leaseHome(signal);
    } catch (error) {
      this.#permits.release();
      throw error;
    }
  }

  /** Resolves when all leases were given back; there are no more afterwards. */
  async close(): Promise<void> {
    await this.#permits.close();
    await this.#homes.close();
  }

  async #leaseHome(signal: AbortSignal): Promise<Lease> {
    const home = await this.#homes.acquire();
    try {
      const connection = home.idle.pop() ?? (await this.#connect(home, signal));
      return { connection, ...generationOf(home), release: () => this.#release(home, connection) };
    } catch (error) {
      this.#homes.release(home);
      throw error;
    }
  }

  async #connect(home: Home, signal: AbortSignal): Promise<DuckDBConnection> {
    const connection = await this.#instance.connect();
    const interrupt = () => connection.interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      if (home.catalog !== undefined) await connection.run(`USE ${home.catalog}`);
      for (const statement of this.#init) await connection.run(statement);
      return connection;
    } catch (error) {
      connection.closeSync();
      throw signal.aborted ? new EngineCancelled() : new EngineError('connection', error);
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
  }

  #release(home: Home, connection: DuckDBConnection): void {
    if (this.#homes.isCurrent(home)) home.idle.push(connection);
    else connection.closeSync();
    this.#homes.release(home);
    this.#permits.release();
  }
}

function generationOf({ generation }: Home): Pick<Lease, 'generation'> {
  return generation === undefined ? {} : { generation };
}
