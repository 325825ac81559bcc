import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  type Batch,
  type BlockGeneration,
  EngineCancelled,
  EngineError,
  ResultsError,
  type ResultStream,
  type Statement,
} from '../../engine.ts';
import { Permits } from '../../permits.ts';
import { tookTooLong } from '../../took-too-long.ts';
import { runStatement } from '../run-statement.ts';
import { Supervision } from '../supervision.ts';
import { type BlockColumnType, BlockTable, resultsError } from './block-table.ts';
import { openMemoryInstance } from './memory-instance.ts';
import type { ResultsSettings } from './results-settings.ts';

/** A part of a statement over results, which runs on a data source alone. */
export interface BlockToLoad {
  /** Name of the data source. */
  readonly source: string;
  /** Name of its rows in the statement above: a letter and digits. Columns are `r1`, `r2`, ... */
  readonly table: string;
  readonly statement: Statement;
  /** The types in the order of its columns. */
  readonly types: readonly BlockColumnType[];
}

/** Runs a block on its data source. */
export type RunBlock = (block: BlockToLoad, signal: AbortSignal) => Promise<ResultStream>;

/**
 * Runs statements over the rows of other statements, in databases in memory: each has one of its own while it runs, so
 * that none takes the memory of another. Idle ones are kept for the next statement.
 */
export class ResultsEngine {
  readonly #settings: ResultsSettings;
  readonly #permits: Permits;
  readonly #idle: DuckDBInstance[] = [];
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  constructor(settings: ResultsSettings) {
    this.#settings = settings;
    this.#permits = new Permits(settings.maxRunning);
  }

  /**
   * Loads the blocks, one after the other, then runs the statement above them.
   *
   * @throws ResultsError for failures above results; what `runBlock` throws; EngineCancelled
   */
  async run(
    statement: Statement,
    blocks: readonly BlockToLoad[],
    runBlock: RunBlock,
    signal: AbortSignal,
  ): Promise<ResultStream> {
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    await this.#permits.acquire(stop);
    const { timeoutMs } = this.#settings;
    const deadline = performance.now() + timeoutMs;
    const lease = await this.#lease(blocks).catch((error: unknown) => {
      this.#permits.release();
      throw error;
    });
    let blockGenerations: readonly BlockGeneration[];
    try {
      blockGenerations = await load(lease.connection, blocks, runBlock, { stop, timeoutMs });
    } catch (error) {
      lease.lose();
      lease.release();
      throw error;
    }
    const supervision = new Supervision(lease.connection, {
      signal: stop,
      timeoutMs: Math.max(1, deadline - performance.now()),
      onInstanceLost: () => lease.lose(),
    });
    const result = await runStatement(lease, statement, supervision).catch(refuse); // it releases the lease
    return { ...result, batches: withErrors(result.batches), blockGenerations };
  }

  /** Frees the databases, once no statement uses them. Called again only when it has ended. */
  async empty(): Promise<void> {
    if (this.#closing.signal.aborted) return this.close();
    const releaseAll = await this.#permits.acquireMany(this.#closing.signal);
    this.#closeIdle();
    releaseAll();
  }

  /** Stops running statements and frees everything. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await this.#permits.close();
    this.#closeIdle();
  }

  #closeIdle(): void {
    for (const instance of this.#idle.splice(0)) instance.closeSync();
  }

  async #lease(blocks: readonly BlockToLoad[]) {
    const instance = this.#idle.pop() ?? (await openMemoryInstance(this.#settings));
    const connection = await instance.connect();
    let isLost = false;
    /** The rows are dropped, because results that are not collected yet keep what the connection has. */
    const clear = async () => {
      if (!isLost) {
        const drops = blocks.flatMap(({ table }) => [
          `DROP VIEW temp.main.${table}`,
          `DROP TABLE temp.main.${table}_rows`,
        ]);
        for (const drop of drops) await connection.run(drop);
      }
    };
    const release = async () => {
      await clear().catch(() => {
        isLost = true;
      });
      connection.closeSync();
      if (isLost || this.#closing.signal.aborted || this.#idle.length > 0) instance.closeSync();
      else this.#idle.push(instance);
      this.#permits.release();
    };
    return {
      connection,
      foreignFolder: undefined,
      lose: () => {
        isLost = true;
      },
      release: () => void release(),
    };
  }
}

interface Loading {
  readonly stop: AbortSignal;
  readonly timeoutMs: number;
}

async function load(
  connection: DuckDBConnection,
  blocks: readonly BlockToLoad[],
  runBlock: RunBlock,
  { stop, timeoutMs }: Loading,
): Promise<readonly BlockGeneration[]> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const signal = AbortSignal.any([stop, late.signal]);
  const generations: BlockGeneration[] = [];
  try {
    for (const block of blocks) {
      if (signal.aborted) throw new EngineCancelled();
      const { columns, batches, generation } = await runBlock(block, signal);
      const table = await BlockTable.create(connection, block.table, columns, block.types);
      try {
        for await (const batch of batches) table.append(batch);
        await table.finish();
      } catch (error) {
        table.abandon();
        throw error;
      }
      generations.push({ source: block.source, generation });
    }
    return generations;
  } catch (error) {
    if (late.signal.aborted && error instanceof EngineCancelled) {
      throw new ResultsError('timeout', tookTooLong(timeoutMs).cause);
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function* withErrors(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  try {
    yield* batches;
  } catch (error) {
    refuse(error);
  }
}

function refuse(error: unknown): never {
  throw error instanceof EngineError ? resultsError(error) : error;
}
