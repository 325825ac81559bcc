import {
  dataGeneration,
  type Engine,
  EngineCancelled,
  EngineError,
  type EngineSource,
  openEngine,
} from '@orrery/engines';
import { type Dialect, dialectFor } from '@orrery/semantic';
import type { DataSourceSettings } from '../config/data-sources.ts';
import type { Project } from '../config/project.ts';
import { encodeRows } from '../encode/encode-rows.ts';
import { firstValueOf } from '../encode/first-value.ts';
import { Unavailable } from '../http/errors.ts';
import { deploymentClosed } from './deployment-closed.ts';
import { engineSettings, type EngineLimits } from './engine-settings.ts';
import type { DataRequest, EncodedRows, RowsRequest } from './runtime.ts';

/** The engines of one runtime by data source, opened when first asked for. */
export class EngineRegistry {
  readonly #project: Project;
  readonly #limits: EngineLimits;
  readonly #engines = new Map<string, Promise<Engine>>();
  #isClosed = false;

  constructor(project: Project, limits: EngineLimits) {
    this.#project = project;
    this.#limits = limits;
  }

  /** One that could not be opened is tried again by the next one who asks. */
  async open(dataSource: string): Promise<void> {
    await this.#engineFor(dataSource);
  }

  /** Resolves when the data source answers. */
  async check(dataSource: string, signal: AbortSignal): Promise<void> {
    await (await this.#engineFor(dataSource)).check(signal);
  }

  /** See `Runtime.rows`. */
  rows({ dataSource, statement, encoding }: RowsRequest, signal: AbortSignal): Promise<EncodedRows> {
    return this.#untilClosed(async () => {
      const engine = await this.#engineFor(dataSource);
      const startedAt = performance.now();
      const result = await engine.run(statement, signal);
      const { data, rowCount, encodeMs } = await encodeRows(result, encoding);
      const engineMs = performance.now() - startedAt - encodeMs;
      return { data, rowCount, generation: result.generation, engineMs, encodeMs };
    });
  }

  /** See `Runtime.firstValue`. */
  firstValue({ dataSource, statement }: DataRequest, signal: AbortSignal): Promise<string | boolean | null> {
    return this.#untilClosed(async () => {
      const engine = await this.#engineFor(dataSource);
      return firstValueOf(await engine.run(statement, signal));
    });
  }

  /** See `Runtime.generationOf`. */
  generationOf(dataSource: string): string | undefined {
    const { type, settings } = this.#sourceOf(dataSource);
    return dataGeneration(type, settings);
  }

  /** See `Runtime.isWhollyKnown`. */
  isWhollyKnown(dataSource: string): boolean {
    const source = this.#require(dataSource);
    return source.type === 'duckdb' && source.allow.length === 0;
  }

  #engineFor(dataSource: string): Promise<Engine> {
    const { type, settings } = this.#sourceOf(dataSource);
    if (this.#isClosed) return Promise.reject(deploymentClosed());
    const known = this.#engines.get(dataSource);
    if (known) return known;
    const opening = openEngine(type, settings);
    this.#engines.set(dataSource, opening);
    opening.catch(() => this.#engines.delete(dataSource));
    return opening;
  }

  dialectFor(dataSource: string): Dialect {
    const { type } = this.#require(dataSource);
    const dialect = dialectFor(type);
    if (!dialect) throw new Error(`the engine '${type}' has no dialect`);
    return dialect;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await Promise.allSettled(this.#engines.values());
    await Promise.all(opened.map((engine) => (engine.status === 'fulfilled' ? engine.value.close() : undefined)));
  }

  /** @throws Unavailable when the registry closes before `work` is done */
  async #untilClosed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
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
