import type { Connection, FieldPacket, PrepareStatementInfo, QueryError } from 'mysql2';
import { EngineCancelled } from '../engine.ts';
import { connectionOptions } from './connection-options.ts';
import type { MysqlSettings } from './mysql-settings.ts';
import { flavourOf, sessionSettings } from './session-settings.ts';

/** A row in the driver's form: numbers where they are exact, bytes, NULL, and text for all others. */
export type DriverRow = readonly unknown[];

export interface RowListener {
  columns(fields: readonly FieldPacket[]): void;
  row(values: DriverRow): void;
}

/**
 * A connection with the session settings that the dialect expects. Its pending requests fail when it is lost or
 * destroyed.
 */
export class MySqlSession {
  readonly #connection: Connection;
  readonly #failing = new Set<(error: Error) => void>();
  #fault: Error | undefined;
  #id = '';
  #server = '';

  private constructor(connection: Connection) {
    this.#connection = connection;
    connection.on('error', (error: Error) => this.#lose(error));
  }

  /** @throws the driver's error; EngineCancelled when `signal` fires first */
  static async open(settings: MysqlSettings, signal: AbortSignal): Promise<MySqlSession> {
    const { default: mysql } = await import('mysql2');
    if (signal.aborted) throw new EngineCancelled();
    const session = new MySqlSession(mysql.createConnection(connectionOptions(settings)));
    const leave = () => session.destroy(new EngineCancelled());
    signal.addEventListener('abort', leave, { once: true });
    // The driver stops its own clock as soon as the server has accepted the login.
    const { connectTimeoutMs } = settings;
    const silent = new Error(`no session within ${connectTimeoutMs} ms`);
    const timer = setTimeout(() => session.destroy(silent), connectTimeoutMs);
    try {
      await session.#setUp(settings);
      return session;
    } catch (error) {
      session.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  /** The server's number of this connection, as digits. */
  get id(): string {
    return this.#id;
  }

  /** Identifies the server, because several may share one address. */
  get server(): string {
    return this.#server;
  }

  get isLost(): boolean {
    return this.#fault !== undefined;
  }

  /** Runs a statement of Orrery's own, without values. */
  ask(text: string): Promise<readonly DriverRow[]> {
    return this.#call((done) => {
      this.#connection.query(text, (error, rows) => done(error, Array.isArray(rows) ? (rows as DriverRow[]) : [])); // rows are arrays, as the options request
    });
  }

  prepare(text: string): Promise<PrepareStatementInfo> {
    return this.#call((done) => {
      this.#connection.prepare(text, done);
    });
  }

  /** Resolves after the last row. */
  execute(prepared: PrepareStatementInfo, params: readonly (string | null)[], listener: RowListener): Promise<void> {
    return this.#call((done) => {
      const command = prepared.execute([...params]);
      let failure: QueryError | null = null;
      command.on('fields', (fields: unknown) => listener.columns(fields as readonly FieldPacket[])); // the driver types one of them
      command.on('result', (row: unknown) => listener.row(row as DriverRow)); // a SELECT has no other results
      command.on('error', (error: QueryError) => {
        failure = error;
      });
      command.on('end', () => done(failure, undefined));
    });
  }

  /** Frees what `prepare` made; statements are not kept, because their texts hardly ever repeat. */
  forget(text: string): void {
    this.#connection.unprepare(text);
  }

  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    this.#connection.resume();
  }

  /** Sets whether the connection keeps the process alive. */
  hold(isHeld: boolean): void {
    const { stream } = this.#connection as unknown as {
      readonly stream: NodeJS.Socket & { ref(): void; unref(): void };
    };
    if (isHeld) stream.ref();
    else stream.unref();
  }

  /** Ends the connection, whatever it is doing. */
  destroy(reason: Error = new Error('the connection was ended')): void {
    this.#lose(reason);
  }

  async #setUp(settings: MysqlSettings): Promise<void> {
    await this.#call<void>((done) => this.#connection.connect((error) => done(error, undefined)));
    const [row = []] = await this.ask("SELECT VERSION(), CONNECTION_ID(), CONCAT(@@hostname, ':', @@port)");
    const [version, id, server] = row.map(String);
    this.#id = id ?? '';
    this.#server = server ?? '';
    for (const statement of sessionSettings(flavourOf(version ?? ''), settings)) await this.ask(statement);
  }

  #call<T>(start: (done: (error: Error | null, value: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) {
        reject(this.#fault);
        return;
      }
      const fail = (error: Error) => reject(error);
      this.#failing.add(fail);
      start((error, value) => {
        this.#failing.delete(fail);
        if (error === null) resolve(value);
        else reject(error);
      });
    });
  }

  #lose(fault: Error): void {
    if (this.#fault !== undefined) return;
    this.#fault = fault;
    for (const fail of this.#failing) fail(fault);
    this.#failing.clear();
    this.#connection.destroy();
    (this.#connection as unknown as { readonly stream: { destroy(): void } }).stream.destroy(); // `destroy` waits for the peer
  }
}
