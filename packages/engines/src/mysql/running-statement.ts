import { setTimeout as delay } from 'node:timers/promises';
import { BatchQueue } from '../batch-queue.ts';
import { type Batch, EngineCancelled, type ResultColumn, type Statement } from '../engine.ts';
import { tookTooLong } from '../took-too-long.ts';
import type { Lease } from './connections.ts';
import { columnDecoders } from './decode/column-decoders.ts';
import { toEngineError } from './mysql-errors.ts';
import type { DriverRow } from './session.ts';
import { requireUntouchedValues } from './warnings.ts';

/** A statement that had not begun when it was to be stopped runs on, so it is stopped again. */
const killAgainMs = 250;
/** A statement that cannot be stopped loses its connection; the server ends it by its own clock. */
const giveUpMs = 5000;

export interface RunningSettings {
  readonly lease: Lease;
  readonly statement: Statement;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Asks the server to stop the statement, see `killStatement`. */
  readonly kill: () => Promise<void>;
}

/**
 * A statement and its rows.
 *
 * - *running*: it is prepared, then rows arrive and are handed out, then its warnings are read.
 * - *stopped*: by the caller's signal, the clock, or `return`. Rows are thrown away, and the server is asked to stop it
 *   until it has answered.
 * - *over*: the connection was given back, or ended if anything went wrong: only a clean one is as good as new. Only now
 *   a reader hears how the statement failed.
 */
export class RunningStatement implements AsyncIterableIterator<Batch> {
  readonly #settings: RunningSettings;
  readonly #queue: BatchQueue<DriverRow>;
  readonly #timer: NodeJS.Timeout;
  readonly #leave = () => this.#stop(new EngineCancelled());
  readonly #over = new AbortController();
  #reason: Error | undefined;
  #hasBegun = false;

  constructor(settings: RunningSettings) {
    const { lease, signal, timeoutMs } = settings;
    this.#settings = settings;
    this.#queue = new BatchQueue(lease.session);
    this.#timer = setTimeout(() => this.#stop(tookTooLong(timeoutMs)), timeoutMs);
    signal.addEventListener('abort', this.#leave, { once: true });
    if (signal.aborted) this.#leave();
    void this.#run().then(
      () => this.#end(undefined),
      (error: unknown) => this.#end(toEngineError(error)),
    );
  }

  /** The server has seen it: a connection that is lost from now on was not lost before. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Resolves with the first rows. @throws what the statement failed with before them */
  async start(): Promise<readonly ResultColumn[]> {
    await this.#queue.readable();
    return this.#queue.columns;
  }

  next(): Promise<IteratorResult<Batch, undefined>> {
    return this.#queue.next();
  }

  async return(): Promise<IteratorResult<Batch, undefined>> {
    this.#stop(new EngineCancelled());
    await this.#queue.readable().catch(() => undefined); // who leaves needs not be told that he left
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #run(): Promise<void> {
    const { session } = this.#settings.lease;
    const { text, params, columns = [] } = this.#settings.statement;
    const prepared = await session.prepare(text);
    this.#hasBegun = true;
    this.#requireRunning();
    await session.execute(prepared, params.map(paramText), {
      columns: (fields) => this.#queue.describe(columnDecoders(fields, columns)),
      row: (values) => this.#queue.add(values, sizeOf(values)),
    });
    this.#requireRunning();
    this.#queue.flush();
    await requireUntouchedValues(session);
    session.forget(text);
  }

  #requireRunning(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  #stop(reason: Error): void {
    if (this.#reason !== undefined || this.#over.signal.aborted) return;
    this.#reason = reason;
    this.#queue.discard();
    void this.#killUntilOver();
  }

  async #killUntilOver(): Promise<void> {
    const { kill, lease } = this.#settings;
    const { signal } = this.#over;
    const giveUp = setTimeout(() => lease.session.destroy(), giveUpMs);
    signal.addEventListener('abort', () => clearTimeout(giveUp));
    while (!signal.aborted) {
      await kill().catch(() => undefined); // the connection may be lost, or the server full; it is tried again
      await delay(killAgainMs, undefined, { signal }).catch(() => undefined); // over meanwhile
    }
  }

  #end(error: Error | undefined): void {
    const { lease, signal } = this.#settings;
    this.#over.abort();
    clearTimeout(this.#timer);
    signal.removeEventListener('abort', this.#leave);
    const outcome = this.#reason ?? error;
    if (outcome === undefined) lease.release();
    else lease.destroy();
    this.#queue.end(outcome);
  }
}

/** Text casts each value to its type, so that text is what they travel as. */
function paramText(param: string | boolean | null): string | null {
  if (typeof param !== 'boolean') return param;
  return param ? '1' : '0';
}

/** Of a row in memory, about. */
function sizeOf(values: DriverRow): number {
  let size = 0;
  for (const value of values) size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  return size;
}
