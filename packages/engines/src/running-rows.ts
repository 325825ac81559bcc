import { setTimeout as delay } from 'node:timers/promises';
import { BatchQueue, type Flow } from './batch-queue.ts';
import { type Batch, EngineCancelled, type ResultColumn } from './engine.ts';
import { tookTooLong } from './took-too-long.ts';

/** A request to stop that came before the server had begun is forgotten by it, so it is sent again. */
const stopAgainMs = 250;
/** A statement that cannot be stopped loses its connection. */
const giveUpMs = 5000;

export interface RunningRowsSettings {
  /** The connection the rows come from. */
  readonly flow: Flow;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Asks the server to stop the statement; asked again until the server has answered. */
  stopStatement(): Promise<void>;
  /** The server does not stop it: the connection is to be closed. */
  giveUp(): void;
}

/**
 * The rows of a statement that a server runs.
 *
 * - *running*: rows arrive and are handed out.
 * - *stopped*: by the caller's signal, the clock, or `return`. Rows are thrown away, and the server is asked to stop until
 *   it has answered.
 * - *answered*: the server has nothing more to say.
 * - *over*: the connection was given back, or closed. Only now a reader hears how the statement failed.
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

  /** Why it was stopped. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Resolves with the first rows. @throws what the statement failed with before them */
  async start(): Promise<readonly ResultColumn[]> {
    await this.queue.readable();
    return this.queue.columns;
  }

  next(): Promise<IteratorResult<Batch, undefined>> {
    return this.queue.next();
  }

  async return(): Promise<IteratorResult<Batch, undefined>> {
    this.stop(new EngineCancelled());
    await this.queue.readable().catch(() => undefined); // a reader that leaves need not be told that it left
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

  /** The server has nothing more to say. */
  answered(): void {
    this.#answered.abort();
  }

  /** Resolves when no request to stop is on its way: none may meet the next statement. To be asked once it is answered. */
  async noStopOnItsWay(): Promise<void> {
    await this.#stopping;
  }

  /** The connection was given back, or closed. */
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
      // The connection may be lost, or the server full; it is tried again.
      await this.#settings.stopStatement().catch(() => undefined);
      await delay(stopAgainMs, undefined, { signal }).catch(() => undefined); // answered meanwhile
    }
  }
}
