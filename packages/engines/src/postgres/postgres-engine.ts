import { type Engine, EngineError, type ResultStream, type Statement } from '../engine.ts';
import type { TableDescription } from '../table-description.ts';
import { requestCancel } from './cancel-request.ts';
import { PostgresConnections, type PostgresLease } from './connections.ts';
import { describeTables } from './describe-tables.ts';
import { Pipeline } from './pipeline.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { refuseReach } from './refuse-reach.ts';
import { requireSelect } from './require-select.ts';
import { RunningPostgresStatement } from './running-statement.ts';
import { transactionSettings } from './session.ts';

/** A PostgreSQL database behind a pool of connections. The first statement connects. */
export class PostgresEngine implements Engine {
  readonly dialect = 'postgres';
  readonly #settings: PostgresSettings;
  readonly #connections: PostgresConnections;
  readonly #closing = new AbortController();

  /** Loads the driver, without a request to the server: it may be down now and available for the first statement. */
  static async open(settings: PostgresSettings): Promise<PostgresEngine> {
    return new PostgresEngine(settings, await PostgresConnections.open(settings));
  }

  private constructor(settings: PostgresSettings, connections: PostgresConnections) {
    this.#settings = settings;
    this.#connections = connections;
  }

  run(statement: Statement, signal: AbortSignal): Promise<ResultStream> {
    return this.#run(statement, signal, (connections, stop) => connections.lease(stop));
  }

  describeTables(signal: AbortSignal, most?: number): Promise<readonly TableDescription[]> {
    return describeTables(async (statement) => {
      const { batches } = await this.#run(statement, signal, (connections, stop) => connections.leaseBeside(stop));
      const texts: string[] = [];
      for await (const { columns } of batches) for (const text of columns[0] ?? []) texts.push(String(text));
      return texts;
    }, most);
  }

  async check(signal: AbortSignal): Promise<void> {
    const one = { text: 'SELECT 1', params: [] };
    const { batches } = await this.#run(one, signal, (connections, stop) => connections.leaseBeside(stop));
    for await (const _ of batches);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connections.close();
  }

  async #run(
    statement: Statement,
    signal: AbortSignal,
    leaseFrom: (connections: PostgresConnections, stop: AbortSignal) => Promise<PostgresLease>,
  ): Promise<ResultStream> {
    requireSelect(statement.text);
    if (statement.isOfUser) refuseReach(statement.text);
    if (this.#closing.signal.aborted) throw new EngineError('connection', new Error('the engine is closed'));
    const settings = this.#settings;
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    const lease = await leaseFrom(this.#connections, stop);
    const running = new RunningPostgresStatement({
      lease,
      signal: stop,
      timeoutMs: settings.timeoutMs,
      cancel: () => requestCancel(settings, lease.key),
    });
    lease.client.query(new Pipeline(transactionSettings(settings), statement, running));
    return { columns: await running.start(), batches: running };
  }
}
