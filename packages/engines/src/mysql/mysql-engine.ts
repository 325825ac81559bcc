import { catalogRows } from '../catalog-rows.ts';
import { type Engine, EngineError, type ResultStream, type Statement } from '../engine.ts';
import type { TableDescription } from '../table-description.ts';
import { MySqlConnections } from './connections.ts';
import { describeTables } from './describe-tables.ts';
import { killStatement } from './kill-statement.ts';
import { toEngineError } from './mysql-errors.ts';
import type { MysqlSettings } from './mysql-settings.ts';
import { isServerSchema, requireSelect } from './require-select.ts';
import { RunningMySqlStatement } from './running-statement.ts';
import { SideConnection } from './side-connection.ts';
import { forbidden } from './statement-text.ts';

/** A MariaDB or MySQL database behind a pool of connections. The first statement connects. */
export class MysqlEngine implements Engine {
  readonly dialect = 'mysql';
  readonly #settings: MysqlSettings;
  readonly #connections: MySqlConnections;
  readonly #side: SideConnection;
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  /** Loads the driver, without a request to the server: it may be down now and available for the first statement. */
  static async open(settings: MysqlSettings): Promise<MysqlEngine> {
    await import('mysql2');
    return new MysqlEngine(settings);
  }

  private constructor(settings: MysqlSettings) {
    this.#settings = settings;
    this.#connections = new MySqlConnections(settings);
    this.#side = new SideConnection(settings);
  }

  async run(statement: Statement, signal: AbortSignal): Promise<ResultStream> {
    requireSelect(statement.text, statement.isOfUser);
    const { database } = this.#settings;
    if (statement.isOfUser && isServerSchema(database)) throw forbidden(`${database} may not be used`);
    const stop = this.#stopBy(signal);
    for (;;) {
      const lease = await this.#connections.lease(stop);
      const running = new RunningMySqlStatement({
        lease,
        statement,
        signal: stop,
        timeoutMs: this.#settings.timeoutMs,
        kill: () => this.#side.use((session) => killStatement(session, lease.session)),
      });
      try {
        return { columns: await running.start(), batches: running };
      } catch (error) {
        // Servers close idle connections; the statement then tries another one. A statement that was ended on purpose
        // is not sent again.
        const wasLost = error instanceof EngineError && error.errorClass === 'connection';
        if (!wasLost || !lease.isUsed || running.hasBegun || stop.aborted) throw error;
      }
    }
  }

  describeTables(signal: AbortSignal, most?: number): Promise<readonly TableDescription[]> {
    return describeTables(async (statement) => catalogRows(await this.run(statement, signal)), most);
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#side
      .use((session) => session.ask('SELECT 1'), this.#stopBy(signal))
      .catch((error: unknown) => {
        throw toEngineError(error);
      });
  }

  close(): Promise<void> {
    this.#closing.abort();
    this.#closed ??= this.#connections.close().then(() => this.#side.close());
    return this.#closed;
  }

  #stopBy(signal: AbortSignal): AbortSignal {
    if (this.#closing.signal.aborted) throw new EngineError('connection', new Error('the engine is closed'));
    return AbortSignal.any([signal, this.#closing.signal]);
  }
}
