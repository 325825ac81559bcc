import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import { type Batch, EngineCancelled } from '../engine.ts';
import type { DuckDbLease } from './connections.ts';
import type { ChunkColumn } from './decode/chunk-columns.ts';
import { decodeChunk } from './decode/decode-chunk.ts';
import type { Supervision } from './supervision.ts';

/**
 * The rows of a running statement, chunk by chunk (at most 2048 rows each). One chunk is fetched ahead, so that DuckDB
 * works while the reader does. The connection is returned as soon as DuckDB has handed out its last chunk or is known
 * to have stopped, whether the reader continues or not.
 */
export class BatchStream implements AsyncIterableIterator<Batch> {
  readonly #result: DuckDBResult;
  readonly #columns: readonly ChunkColumn[];
  readonly #supervision: Supervision;
  readonly #lease: DuckDbLease;
  #ahead: Promise<DuckDBDataChunk | null>;
  #isReleased = false;

  constructor(result: DuckDBResult, columns: readonly ChunkColumn[], supervision: Supervision, lease: DuckDbLease) {
    this.#result = result;
    this.#columns = columns;
    this.#supervision = supervision;
    this.#lease = lease;
    supervision.onStopped = () => void this.#clear();
    this.#ahead = this.#fetch();
  }

  /** @throws the error of a statement that failed before its first row */
  async fetchFirst(): Promise<void> {
    await this.#ahead;
  }

  async next(): Promise<IteratorResult<Batch, undefined>> {
    const chunk = await this.#ahead;
    if (this.#supervision.reason !== undefined) throw this.#supervision.reason;
    if (chunk === null) return { done: true, value: undefined };
    this.#ahead = this.#fetch();
    try {
      return { done: false, value: decodeChunk(chunk, this.#columns) };
    } catch (error) {
      await this.return(); // no caller reads on after an error
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Batch, undefined>> {
    this.#supervision.stop(new EngineCancelled());
    await this.#ahead.catch(() => undefined); // after a stop the fetch is expected to fail
    this.#ahead = Promise.resolve(null);
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #fetch(): Promise<DuckDBDataChunk | null> {
    const fetched = this.#fetchChunk();
    fetched.catch(() => undefined); // the next read gets the error
    return fetched;
  }

  async #fetchChunk(): Promise<DuckDBDataChunk | null> {
    try {
      const chunk = await this.#supervision.call(() => this.#result.fetchChunk());
      if (chunk !== null && chunk.rowCount > 0) {
        if (this.#supervision.reason !== undefined) await this.#clear();
        return chunk;
      }
      this.#release();
      return null;
    } catch (error) {
      if (this.#supervision.reason === undefined) this.#release();
      else await this.#clear();
      throw error;
    }
  }

  /** Ends a stopped statement in DuckDB, and waits until it has ended. */
  async #clear(): Promise<void> {
    try {
      for (;;) {
        this.#lease.connection.interrupt();
        const chunk = await this.#result.fetchChunk();
        if (chunk === null || chunk.rowCount === 0) break;
      }
    } catch {
      // the interrupt was intended
    }
    this.#release();
  }

  #release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#supervision.end();
    this.#lease.release();
  }
}
