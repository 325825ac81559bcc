import { catalogRows } from '../catalog-rows.ts';
import { type Engine, EngineError, type ResultStream, type Statement } from '../engine.ts';
import { Permits } from '../permits.ts';
import type { TableDescription } from '../table-description.ts';
import { listTables } from './list-tables.ts';
import { requireSelect } from './require-select.ts';
import { RunningTrinoStatement } from './running-statement.ts';
import { TrinoClient } from './trino-client.ts';
import { asEngineError, serverError } from './trino-errors.ts';
import type { TrinoSettings } from './trino-settings.ts';

/** A Trino cluster behind its HTTP protocol. The first statement connects. */
export class TrinoEngine implements Engine {
  readonly dialect = 'trino';
  readonly #settings: TrinoSettings;
  readonly #client: TrinoClient;
  readonly #permits: Permits;
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  constructor(settings: TrinoSettings) {
    this.#settings = settings;
    this.#client = new TrinoClient(settings);
    this.#permits = new Permits(settings.maxRunning);
  }

  async run(statement: Statement, signal: AbortSignal): Promise<ResultStream> {
    requireSelect(statement.text, { isOfUser: statement.isOfUser, catalog: this.#settings.catalog });
    const stop = this.#stopBy(signal);
    await this.#permits.acquire(stop);
    const running = this.#start(statement, stop);
    const columns = await running.start();
    const { engineQueryId } = running;
    return { columns, batches: running, ...(engineQueryId === undefined ? {} : { engineQueryId }) };
  }

  describeTables(signal: AbortSignal, most?: number): Promise<readonly TableDescription[]> {
    return listTables(async (statement) => catalogRows(await this.run(statement, signal)), this.#settings, most);
  }

  /** Hands in a statement, which the server checks the account for, and takes it back before it is planned or queued. */
  async check(signal: AbortSignal): Promise<void> {
    const query = this.#client.query('SELECT 1', this.#stopBy(signal));
    try {
      const { error } = await query.next();
      if (error !== undefined) throw serverError(error);
      await query.cancel();
    } catch (error) {
      throw asEngineError(error);
    }
  }

  close(): Promise<void> {
    this.#closing.abort();
    this.#closed ??= this.#permits.close().then(() => this.#client.close());
    return this.#closed;
  }

  #start(statement: Statement, signal: AbortSignal): RunningTrinoStatement {
    const over = () => this.#permits.release();
    try {
      return new RunningTrinoStatement({
        client: this.#client,
        statement,
        signal,
        timeoutMs: this.#settings.timeoutMs,
        over,
      });
    } catch (error) {
      over();
      throw error;
    }
  }

  #stopBy(signal: AbortSignal): AbortSignal {
    if (this.#closing.signal.aborted) throw new EngineError('connection', new Error('the engine is closed'));
    return AbortSignal.any([signal, this.#closing.signal]);
  }
}
