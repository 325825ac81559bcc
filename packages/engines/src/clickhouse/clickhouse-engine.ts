import { randomUUID } from 'node:crypto';
import { catalogRows } from '../catalog-rows.ts';
import { type Engine, EngineError, type ResultStream, type Statement } from '../engine.ts';
import { Permits } from '../permits.ts';
import type { TableDescription } from '../table-description.ts';
import { ClickhouseClient } from './clickhouse-client.ts';
import { asEngineError } from './clickhouse-errors.ts';
import type { ClickhouseSettings } from './clickhouse-settings.ts';
import { listTables } from './list-tables.ts';
import { requirePlainSelect } from './require-plain-select.ts';
import { RunningClickhouseStatement } from './running-statement.ts';

/** A ClickHouse server behind its HTTP interface. The first statement connects. */
export class ClickhouseEngine implements Engine {
  readonly dialect = 'clickhouse';
  readonly #settings: ClickhouseSettings;
  readonly #client: ClickhouseClient;
  readonly #permits: Permits;
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  constructor(settings: ClickhouseSettings) {
    this.#settings = settings;
    this.#client = new ClickhouseClient(settings);
    this.#permits = new Permits(settings.maxRunning);
  }

  async run(statement: Statement, signal: AbortSignal): Promise<ResultStream> {
    requirePlainSelect(statement.text, { isOfUser: statement.isOfUser, database: this.#settings.database });
    const stop = this.#stopBy(signal);
    await this.#permits.acquire(stop);
    const { applicationName, timeoutMs } = this.#settings;
    const running = new RunningClickhouseStatement({
      client: this.#client,
      statement,
      queryId: `${applicationName}-${randomUUID()}`,
      signal: stop,
      timeoutMs,
      over: () => this.#permits.release(),
    });
    return { columns: await running.start(), batches: running };
  }

  describeTables(signal: AbortSignal, most?: number): Promise<readonly TableDescription[]> {
    return listTables(async (statement) => catalogRows(await this.run(statement, signal)), most);
  }

  async check(signal: AbortSignal): Promise<void> {
    try {
      await this.#client.check(this.#stopBy(signal));
    } catch (error) {
      throw asEngineError(error);
    }
  }

  close(): Promise<void> {
    this.#closing.abort();
    this.#closed ??= this.#permits.close().then(() => this.#client.close());
    return this.#closed;
  }

  #stopBy(signal: AbortSignal): AbortSignal {
    if (this.#closing.signal.aborted) throw new EngineError('connection', new Error('the engine is closed'));
    return AbortSignal.any([signal, this.#closing.signal]);
  }
}
