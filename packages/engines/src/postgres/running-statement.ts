import { setTimeout as delay } from 'node:timers/promises';
import type { FieldDef } from 'pg';
import { BatchQueue } from '../batch-queue.ts';
import { type Batch, EngineCancelled, EngineError, type ResultColumn } from '../engine.ts';
import { tookTooLong } from '../took-too-long.ts';
import type { Lease } from './connections.ts';
import { columnDecoders } from './decode/column-decoder.ts';
import type { TextRow } from './decode/values.ts';
import type { PipelineListener } from './pipeline.ts';
import { toEngineError } from './postgres-errors.ts';
import { restore } from './session.ts';

/** A cancel that came before the server had begun is forgotten by it, so it is sent again. */
const cancelAgainMs = 250;
/** A statement that cannot be stopped loses its connection; the server ends it when it finds nobody there. */
const giveUpMs = 5000;

export interface RunningSettings {
  readonly lease: Lease;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Asks the server to stop the statement, see `requestCancel`. */
  readonly cancel: () => Promise<void>;
}

/**
 * A statement that was sent, and its rows.
 *
 * - *running*: rows arrive and are handed out.
 * - *stopped*: by the caller's signal, the clock, or `return`. Rows are thrown away, and the server is asked to cancel
 *   until it has answered.
 * - *answered*: the server has nothing more to say; what is left of the transaction is ended.
 * - *over*: the connection was given back, or destroyed. Only now a reader hears how the statement failed.
 */
export class RunningStatement implements PipelineListener, AsyncIterableIterator<Batch> {
  readonly #settings: RunningSettings;
  readonly #queue: BatchQueue<TextRow>;
  readonly #timer: NodeJS.Timeout;
  readonly #leave = () => this.#stop(new EngineCancelled());
  readonly #answered = new AbortController();
  #reason: Error | undefined;
  #cancelling: Promise<void> | undefined;
  #isEnding = false;

  constructor(settings: RunningSettings) {
    const { lease, signal, timeoutMs } = settings;
    this.#settings = settings;
    this.#queue = new BatchQueue<TextRow>(lease.client.connection.stream);
    this.#timer = setTimeout(() => this.#stop(tookTooLong(timeoutMs)), timeoutMs);
    signal.addEventListener('abort', this.#leave, { once: true });
    if (signal.aborted) this.#leave();
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

  columns(fields: readonly FieldDef[]): void {
    this.#queue.describe(columnDecoders(fields));
  }

  row(values: TextRow, bytes: number): void {
    this.#orStop(() => this.#queue.add(values, bytes));
  }

  lastRow(): void {
    this.#orStop(() => this.#queue.flush());
  }

  idle(): void {
    this.#answered.abort();
    void this.#end('idle', undefined);
  }

  failed(error: Error): void {
    const { lease } = this.#settings;
    this.#answered.abort();
    // The transaction is open after an error of the server. On a connection that broke, this fails.
    lease.client.query(restore.map(({ text }) => text).join('; ')).then(
      () => this.#end('idle', error),
      () => this.#end('broken', error),
    );
  }

  /** Nothing is thrown into the driver, which would let it end the process. */
  #orStop(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#stop(new EngineError('resource', error)); // a text that outgrows a string where it is written out
    }
  }

  #stop(reason: Error): void {
    if (this.#reason !== undefined || this.#answered.signal.aborted) return;
    this.#reason = reason;
    this.#queue.discard();
    this.#cancelling = this.#cancelUntilAnswered();
    const giveUp = setTimeout(() => void this.#end('broken', undefined), giveUpMs);
    this.#answered.signal.addEventListener('abort', () => clearTimeout(giveUp));
  }

  async #cancelUntilAnswered(): Promise<void> {
    const { signal } = this.#answered;
    while (!signal.aborted && !this.#isEnding) {
      await this.#settings.cancel();
      await delay(cancelAgainMs, undefined, { signal }).catch(() => undefined); // answered meanwhile
    }
  }

  async #end(connection: 'idle' | 'broken', error: Error | undefined): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    clearTimeout(this.#timer);
    this.#settings.signal.removeEventListener('abort', this.#leave);
    if (connection === 'idle') {
      await this.#cancelling; // one that is still on its way must not meet the next statement
      this.#settings.lease.release();
    } else this.#settings.lease.destroy();
    this.#queue.end(this.#reason ?? (error && toEngineError(error)));
  }
}
