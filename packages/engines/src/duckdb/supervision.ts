import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineCancelled } from '../engine.ts';
import { tookTooLong } from '../took-too-long.ts';
import { invalidatesInstance, toEngineError } from './duckdb-errors.ts';

/**
 * Interval of repeated interrupts. DuckDB forgets an interrupt that arrives just before it begins to work, so it is
 * repeated until the running call has returned.
 */
const INTERRUPT_AGAIN_MS = 5;

export interface SupervisionSettings {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Called when the whole instance is lost, see `invalidatesInstance`. */
  readonly onInstanceLost: () => void;
}

/**
 * Watches over the driver calls of one statement and can stop it at any moment.
 *
 * - *running*: calls go to the driver one at a time.
 * - *stopped*: by the caller's signal, the clock, or `stop`. The call in flight is interrupted and fails with the
 * reason. Without such a call, `onStopped` is called, so that the connection can be cleared. Later calls fail at once.
 * - *ended*: the connection may serve another statement; this object no longer touches it.
 */
export class Supervision {
  readonly #connection: DuckDBConnection;
  readonly #settings: SupervisionSettings;
  readonly #timer: NodeJS.Timeout;
  readonly #cancel = () => this.stop(new EngineCancelled());
  #reason: Error | undefined;
  #interrupting: NodeJS.Timeout | undefined;
  #isBusy = false;
  #isEnded = false;
  onStopped: () => void = () => undefined;

  constructor(connection: DuckDBConnection, settings: SupervisionSettings) {
    const { signal, timeoutMs } = settings;
    this.#connection = connection;
    this.#settings = settings;
    this.#timer = setTimeout(() => this.stop(tookTooLong(timeoutMs)), timeoutMs);
    signal.addEventListener('abort', this.#cancel, { once: true });
    if (signal.aborted) this.#cancel();
  }

  /** Why the statement was stopped. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  async call<T>(work: () => Promise<T>): Promise<T> {
    this.#requireRunning();
    this.#isBusy = true;
    try {
      return await work();
    } catch (error) {
      if (invalidatesInstance(error)) this.#settings.onInstanceLost();
      throw this.#reason ?? toEngineError(error);
    } finally {
      this.#isBusy = false;
      clearInterval(this.#interrupting);
    }
  }

  stop(reason: Error): void {
    if (this.#reason !== undefined || this.#isEnded) return;
    this.#reason = reason;
    if (!this.#isBusy) {
      this.onStopped();
      return;
    }
    this.#connection.interrupt();
    this.#interrupting = setInterval(() => this.#connection.interrupt(), INTERRUPT_AGAIN_MS);
  }

  /** The statement has ended; clock and signal no longer matter. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    clearInterval(this.#interrupting);
    this.#settings.signal.removeEventListener('abort', this.#cancel);
  }

  #requireRunning(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }
}
