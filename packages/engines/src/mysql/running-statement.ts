import type { Statement } from '../engine.ts';
import { RunningRows } from '../running-rows.ts';
import type { MySqlLease } from './connections.ts';
import { columnDecoders } from './decode/column-decoders.ts';
import { toEngineError } from './mysql-errors.ts';
import type { DriverRow } from './session.ts';
import { requireUntouchedValues } from './warnings.ts';

export interface MySqlRunSettings {
  readonly lease: MySqlLease;
  readonly statement: Statement;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Asks the server to stop the statement, see `killStatement`. */
  readonly kill: () => Promise<void>;
}

/**
 * A statement and its rows: it is prepared, then rows arrive, then its warnings are read. Its connection is returned
 * afterwards, or closed if anything failed: only a clean connection may be used again.
 */
export class RunningMySqlStatement extends RunningRows<DriverRow> {
  readonly #settings: MySqlRunSettings;
  #hasBegun = false;

  constructor(settings: MySqlRunSettings) {
    const { lease, signal, timeoutMs, kill } = settings;
    const { session } = lease;
    super({ flow: session, signal, timeoutMs, stopStatement: kill, giveUp: () => session.destroy() });
    this.#settings = settings;
    void this.#run().then(
      () => this.#end(undefined),
      (error: unknown) => this.#end(toEngineError(error)),
    );
  }

  /** Whether the server has received the statement: if so, a lost connection was not a stale one. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  async #run(): Promise<void> {
    const { session } = this.#settings.lease;
    const { text, params, columns = [] } = this.#settings.statement;
    const prepared = await session.prepare(text);
    this.#hasBegun = true;
    this.#requireRunning();
    await session.execute(prepared, params.map(paramText), {
      columns: (fields) => this.queue.describe(columnDecoders(fields, columns)),
      row: (values) => this.queue.add(values, sizeOf(values)),
    });
    this.#requireRunning();
    this.queue.flush();
    await requireUntouchedValues(session);
    session.forget(text);
  }

  #requireRunning(): void {
    if (this.reason !== undefined) throw this.reason;
  }

  #end(error: Error | undefined): void {
    const { lease } = this.#settings;
    this.answered();
    if ((this.reason ?? error) === undefined) lease.release();
    else lease.destroy();
    this.end(error);
  }
}

/** The text of the statement casts each value to its type, so values are sent as text. */
function paramText(param: string | boolean | null): string | null {
  if (typeof param !== 'boolean') return param;
  return param ? '1' : '0';
}

/** Approximate size of a row in memory. */
function sizeOf(values: DriverRow): number {
  let size = 0;
  for (const value of values) size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  return size;
}
