import { setTimeout as delay } from 'node:timers/promises';
import { BatchQueue, type Flow } from './batch-queue.ts';
import { type Batch, EngineCancelled, EngineError, type ResultColumn } from './engine.ts';
import { tookTooLong } from './took-too-long.ts';

/** Interval of repeated requests to stop. The server forgets a request that arrives before the statement has begun. */
const stopAgainMs = 250;
/** Time after which a statement that does not stop loses its connection. */
const giveUpMs = 5000;

export interface RunningRowsSettings {
  /** The connection the rows come from. */
  readonly flow: Flow;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Asks the server to stop the statement; called again until the server has answered. */
  stopStatement(): Promise<void>;
  /** Closes the connection, because the server does not stop the statement. */
  giveUp(): void;
}

/**
 * The rows of a statement that a server runs.
 *
 * - *running*: rows arrive and are handed out.
 * - *stopped*: by the caller's signal, the clock, or `return`. Rows are thrown away, and the server gets requests to
 *   stop until it has answered.
 * - *answered*: the server has sent everything.
 * - *over*: the connection was returned, or closed. Only now the reader gets the error of a failed statement.
 */
export class RunningRows<Row> implements AsyncIterableIterator<Batch> {
  readonly queue: BatchQueue<Row>;
  readonly #settings: RunningRowsSettings;
  readonly #timer: NodeJS.Timeout;
  readonly #leave = () => this.stop(new EngineCancelled());
  readonly #answered = new AbortController();
  #reason: Error | undefined;
  #stopping: Promise<void> | undefined;

  constructor(settings: RunningRowsSettings) {
    const { flow, signal, timeoutMs } = settings;
    this.#settings = settings;
    this.queue = new BatchQueue<Row>(flow);
    this.#timer = setTimeout(() => this.stop(tookTooLong(timeoutMs)), timeoutMs);
    signal.addEventListener('abort', this.#leave, { once: true });
    if (signal.aborted) this.#leave();
  }

  /** Reason of a stop. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /**
   * Resolves with the columns when the first rows have arrived.
   * @throws the error of a statement that failed before them
   */
  async start(): Promise<readonly ResultColumn[]> {
    await this.queue.readable();
    return this.queue.columns;
  }

  next(): Promise<IteratorResult<Batch, undefined>> {
    return this.queue.next();
  }

  /**
   * Reads what has arrived. The statement is stopped at the server, too, when a value cannot be read. Never throws into a
   * driver, which would let the error end the process.
   */
  protected orStop(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.stop(error instanceof EngineError ? error : new EngineError('resource', error));
    }
  }

  async return(): Promise<IteratorResult<Batch, undefined>> {
    this.stop(new EngineCancelled());
    await this.queue.readable().catch(() => undefined); // the reader has stopped, so it needs no error
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  stop(reason: Error): void {
    if (this.#reason !== undefined || this.#answered.signal.aborted) return;
    this.#reason = reason;
    this.queue.discard();
    this.#stopping = this.#stopUntilAnswered();
  }

  /** Called when the server has sent everything. */
  answered(): void {
    this.#answered.abort();
  }

  /**
   * Resolves when no request to stop is pending, because a late one would stop the next statement. To be called after
   * the answer.
   */
  async noStopOnItsWay(): Promise<void> {
    await this.#stopping;
  }

  /** Called when the connection was returned, or closed. */
  end(error: Error | undefined): void {
    this.answered();
    clearTimeout(this.#timer);
    this.#settings.signal.removeEventListener('abort', this.#leave);
    this.queue.end(this.#reason ?? error);
  }

  async #stopUntilAnswered(): Promise<void> {
    const { signal } = this.#answered;
    const giveUp = setTimeout(() => this.#settings.giveUp(), giveUpMs);
    signal.addEventListener('abort', () => clearTimeout(giveUp), { once: true });
    while (!signal.aborted) {
      // The request fails when the connection is lost or the server is full; it is repeated.
      await this.#settings.stopStatement().catch(() => undefined);
      await delay(stopAgainMs, undefined, { signal }).catch(() => undefined); // answered meanwhile
    }
  }
}
