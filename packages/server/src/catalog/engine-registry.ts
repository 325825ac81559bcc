import { dataGeneration, EngineCancelled, EngineError, type EngineSource } from '@orrery/engines';
import { type Dialect, dialectFor } from '@orrery/semantic';
import type { Logger } from 'pino';
import type { DataSourceSettings } from '../config/data-sources.ts';
import type { Project } from '../config/project.ts';
import { ResultTooLarge } from '../encode/result-too-large.ts';
import { ThreadedEngines } from '../engine-thread/threaded-engines.ts';
import { Unavailable } from '../http/errors.ts';
import { deploymentClosed } from './deployment-closed.ts';
import { engineSettings, type EngineLimits } from './engine-settings.ts';
import { refuseLargeResult } from './refuse-large-result.ts';
import type { DataRequest, EncodedRows, RowsRequest } from './runtime.ts';
import { isVolatileSql } from './volatile-sql.ts';

const bytesPerMb = 2 ** 20;

/** The data sources of one runtime. Their engines work in a thread of their own. */
export class EngineRegistry {
  readonly #project: Project;
  readonly #limits: EngineLimits;
  readonly #engines: ThreadedEngines;
  #isClosed = false;

  constructor(project: Project, limits: EngineLimits, log: Logger) {
    this.#project = project;
    this.#limits = limits;
    this.#engines = new ThreadedEngines({
      sources: new Map([...project.dataSources.keys()].map((name) => [name, this.#sourceOf(name)])),
      maxResultBytes: project.query.maxResultMb * bytesPerMb,
      onFault: (fault) => log.error({ err: fault }, 'the engine thread ended; the next query starts another'),
    });
  }

  /** One that could not be opened is tried again by the next one who asks. */
  open(dataSource: string): Promise<void> {
    return this.#untilClosed(dataSource, () => this.#engines.open(dataSource));
  }

  /** Resolves when the data source answers. */
  check(dataSource: string, signal: AbortSignal): Promise<void> {
    return this.#untilClosed(dataSource, () => this.#engines.check(dataSource, signal));
  }

  /** See `Runtime.rows`. */
  rows({ dataSource, statement, encoding }: RowsRequest, signal: AbortSignal): Promise<EncodedRows> {
    return this.#untilClosed(dataSource, () => this.#engines.rows(dataSource, statement, encoding, signal));
  }

  /** See `Runtime.firstValue`. */
  firstValue({ dataSource, statement }: DataRequest, signal: AbortSignal): Promise<string | boolean | null> {
    return this.#untilClosed(dataSource, () => this.#engines.firstValue(dataSource, statement, signal));
  }

  /** See `Runtime.generationOf`. */
  generationOf(dataSource: string): string | undefined {
    const { type, settings } = this.#sourceOf(dataSource);
    return dataGeneration(type, settings);
  }

  /** See `Runtime.isWhollyKnown`. */
  isWhollyKnown(dataSource: string): boolean {
    const source = this.#require(dataSource);
    return source.type === 'duckdb' && source.allow.length === 0 && !source.init.some(isVolatileSql);
  }

  dialectFor(dataSource: string): Dialect {
    const { type } = this.#require(dataSource);
    const dialect = dialectFor(type);
    if (!dialect) throw new Error(`the engine '${type}' has no dialect`);
    return dialect;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#engines.close();
  }

  /** @throws Unavailable when the registry closes before `work` is done, and what `work` throws */
  async #untilClosed<T>(dataSource: string, work: () => Promise<T>): Promise<T> {
    this.#require(dataSource);
    if (this.#isClosed) throw deploymentClosed();
    try {
      return await work();
    } catch (error) {
      if (error instanceof ResultTooLarge) throw refuseLargeResult(error.maxBytes / bytesPerMb);
      const isStopped = error instanceof EngineCancelled || error instanceof EngineError;
      throw this.#isClosed && isStopped ? deploymentClosed(error) : error;
    }
  }

  #sourceOf(dataSource: string): EngineSource {
    return engineSettings(dataSource, this.#require(dataSource), this.#project, this.#limits);
  }

  #require(dataSource: string): DataSourceSettings {
    const source = this.#project.dataSources.get(dataSource);
    if (source) return source;
    throw new Unavailable('data-source.unknown', `The project defines no data source '${dataSource}'`);
  }
}
