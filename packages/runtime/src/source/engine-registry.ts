import {
  dataGenerations,
  EngineCancelled,
  EngineError,
  type EngineRequest,
  type EngineRequestOf,
  type EngineResults,
  type EngineSource,
  type FirstTables,
  type ResultColumn,
  ResultTooLarge,
  type Rows,
  type RowSink,
  type TableBounds,
  ThreadedEngines,
  type WrittenRows,
} from '@orrery/engines';
import { type Dialect, dialectFor } from '@orrery/semantic';
import type { Logger } from 'pino';
import type { DataSourceSettings, Project } from '@orrery/config';
import { Unavailable } from '@orrery/kernel';
import { deploymentClosed } from './deployment-closed.ts';
import { engineSettings, type EngineLimits, resultsSettings } from './engine-settings.ts';
import { resultsSource } from './results-source.ts';
import { SharedLook } from '../shared-look.ts';
import type { EngineHolder, SharedEngines } from './shared-engines.ts';
import { refuseLargeResult } from './refuse-large-result.ts';
import type { DataRequest, RowsRequest, Sources } from '../runtime.ts';
import { isVolatileSql } from '../model/index.ts';

const bytesPerMb = 2 ** 20;

/** Time limit for opening a data source of an uploaded project. */
const longestOpeningMs = 60_000;

/** The memory that these engines share with those of other deployments. */
export interface EngineShare {
  readonly accountId: number;
  readonly engines: SharedEngines;
}

/** The data sources of one runtime. Their engines run in a thread, which those of other deployments may share. */
export class EngineRegistry implements Sources {
  readonly #project: Project;
  readonly #limits: EngineLimits;
  readonly #engines: ThreadedEngines;
  readonly #generations: ReadonlyMap<string, SharedLook<string | undefined>>;
  readonly #shared: SharedEngines | undefined;
  readonly #holder: EngineHolder;
  /** Statements above results that may run at a time. */
  readonly resultsRunning: number;
  #isClosed = false;

  /** @param share when absent, they have memory of their own */
  constructor(project: Project, limits: EngineLimits, log: Logger, share?: EngineShare) {
    this.#project = project;
    this.#limits = limits;
    this.#shared = share?.engines;
    this.#holder = {
      accountId: share?.accountId ?? 0,
      requireOpen: () => this.#requireOpen(),
      empty: () => this.#engines.empty(),
      rest: () => this.#engines.rest(),
    };
    const sources = new Map([...project.dataSources.keys()].map((name) => [name, this.#sourceOf(name)]));
    this.#generations = new Map(
      [...sources].map(([name, { type, settings }]) => [name, new SharedLook(dataGenerations(type, settings))]),
    );
    const results = resultsSettings(project, limits);
    this.resultsRunning = results.maxRunning;
    this.#engines = new ThreadedEngines({
      sources,
      results,
      maxResultBytes: project.query.maxResultMb * bytesPerMb,
      onFault: (fault) => log.error({ err: fault }, 'the engine thread ended; the next query starts another'),
      ...(share && { shared: { threads: share.engines.threads, owner: String(share.accountId) } }),
    });
  }

  /** Opens a data source; after a failure, the next request tries again. */
  async open(dataSource: string): Promise<void> {
    const late = new AbortController();
    const timer = this.#shared && setTimeout(() => late.abort(), longestOpeningMs);
    try {
      await this.#request({ kind: 'open', source: dataSource }, late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves when the data source answers. */
  check(dataSource: string, signal: AbortSignal): Promise<void> {
    return this.#request({ kind: 'check', source: dataSource }, signal);
  }

  rows({ dataSource: source, ...request }: RowsRequest, signal: AbortSignal, sink?: RowSink): Promise<Rows> {
    return this.#request({ kind: 'rows', source, ...request }, signal, sink);
  }

  firstValue({ dataSource: source, ...request }: DataRequest, signal: AbortSignal): Promise<string | boolean | null> {
    return this.#request({ kind: 'first-value', source, ...request }, signal);
  }

  columns({ dataSource: source, statement }: DataRequest, signal: AbortSignal): Promise<readonly ResultColumn[]> {
    return this.#request({ kind: 'columns', source, statement }, signal);
  }

  get types(): ReadonlyMap<string, string> {
    return new Map([...this.#project.dataSources].map(([name, { type }]) => [name, type]));
  }

  written(
    { dataSource: source, statement, mostRows }: Parameters<Sources['written']>[0],
    signal: AbortSignal,
  ): Promise<WrittenRows> {
    return this.#request({ kind: 'written', source, statement, mostRows }, signal);
  }

  tables(source: string, most: TableBounds, signal: AbortSignal): Promise<FirstTables> {
    return this.#request({ kind: 'tables', source, most }, signal);
  }

  /** See `Runtime.generationOf`. */
  readonly generationOf = async (dataSource: string): Promise<string | undefined> => {
    if (dataSource === resultsSource) return undefined;
    this.#require(dataSource);
    return this.#generations.get(dataSource)?.take();
  };

  /** See `Runtime.isWhollyKnown`. */
  readonly isWhollyKnown = (dataSource: string): boolean => {
    if (dataSource === resultsSource) return false;
    const source = this.#require(dataSource);
    return source.type === 'duckdb' && source.allow.length === 0 && !source.init.some(isVolatileSql);
  };

  readonly dialectFor = (dataSource: string): Dialect => {
    const type = dataSource === resultsSource ? 'duckdb' : this.#require(dataSource).type;
    const dialect = dialectFor(type);
    if (!dialect) throw new Error(`the engine '${type}' has no dialect`);
    return dialect;
  };

  /** See `Sources.isWaitedFor`. */
  readonly isWaitedFor = (): boolean => this.#shared?.isWaitedFor(this.#holder) ?? false;

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#engines.close();
    this.#shared?.forget(this.#holder);
  }

  /** @throws Unavailable when the registry closes before the request is answered, and what the thread throws */
  async #request<Kind extends EngineRequest['kind']>(
    request: EngineRequestOf<Kind>,
    signal: AbortSignal,
    sink?: RowSink,
  ): Promise<EngineResults[Kind]> {
    if (request.source !== resultsSource) this.#require(request.source);
    this.#requireOpen();
    const run = () => this.#engines.working.request<Kind>(request, signal, sink);
    try {
      return await (this.#shared ? this.#shared.run(this.#holder, signal, run) : run());
    } catch (error) {
      if (signal.aborted && error === signal.reason) throw new EngineCancelled();
      if (error instanceof ResultTooLarge) throw refuseLargeResult(error.maxBytes / bytesPerMb);
      const isStopped = error instanceof EngineCancelled || error instanceof EngineError;
      throw this.#isClosed && isStopped ? deploymentClosed(error) : error;
    }
  }

  #requireOpen(): void {
    if (this.#isClosed) throw deploymentClosed();
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
