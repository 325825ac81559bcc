import type {
  BlockToLoad,
  FirstTables,
  ResultColumn,
  RowEncoding,
  Rows,
  RowSink,
  Statement,
  TableBounds,
  WrittenRows,
} from '@orrery/engines';
import type { Access, Dialect, ModelBuild, ModelIndex } from '@orrery/semantic';
import type { QuerySettings } from '@orrery/config';
import type { PolicyCaller, SecurityContext, TokenAuthenticator } from '@orrery/kernel';
import type { KnownTypes, RunQueue } from './source/index.ts';

/**
 * Everything needed to answer for one deployment (or one of its branches). Opened and closed while serving; runtimes
 * share nothing.
 */
export interface Runtime {
  /** Unique among the runtimes of this process, also later ones of the same deployment. */
  readonly serial: number;
  readonly deploymentId: number;
  /** Account whose users its tokens may name. */
  readonly accountId: number;
  /** `null` for the deployment itself. */
  readonly branch: string | null;
  /** Checks tokens by the deployment's secret; absent without HTTP: in commands, on branches. */
  readonly authenticator?: TokenAuthenticator;
  /** The serving model; a request reads it once and keeps it. */
  readonly model: ModelSnapshot;
  /**
   * Returns the model for a security context. It differs from `model` only when templates read the context.
   *
   * @throws Unavailable when it cannot be compiled now
   */
  modelFor(context: SecurityContext): ModelSnapshot | Promise<ModelSnapshot>;
  /** Folder with the files of the model. */
  readonly modelDirectory: string;
  /** Folder with the configuration of agents, which may not exist. */
  readonly agentsDirectory: string;
  /** Variables of the environment that templates may read. */
  readonly modelVariables: ReadonlyMap<string, string | undefined>;
  readonly query: QuerySettings;
  /** The data sources of the runtime. They do not queue: callers hold a slot. */
  readonly sources: Sources;
  /** Known types of the times in its models. */
  readonly times: KnownTypes;
  /** Known types of the numbers in its models, which statements ask for. */
  readonly numbers: KnownTypes;
  /**
   * Text that changes whenever the data of the source is replaced; `undefined` where this is unknown. Looked up after
   * each call, once for all calls of one turn of the event loop.
   *
   * @throws Unavailable when the project defines no such data source
   */
  generationOf(dataSource: string): Promise<string | undefined>;
  /**
   * Whether a known generation covers all data of the source: it reads no other files than its database, and no view of
   * the project reads the clock.
   */
  isWhollyKnown(dataSource: string): boolean;
  /** @throws Unavailable when the project defines no such data source */
  dialectFor(dataSource: string): Dialect;
  /** Queue of runs for a data source. @throws Unavailable when the project defines no such data source */
  queueOf(dataSource: string): RunQueue;
  /** Current figures. Cheap. */
  figures(): RuntimeFigures;
  /** @throws when no part of the model can be queried, because of its problems */
  checkModel(): void;
  /** Resolves when the default data source answers; takes no slot. @throws EngineError */
  checkData(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A runtime for one caller and one request. */
export interface CallerRuntime extends Runtime {
  /** Does not change when another model begins to serve. */
  readonly model: ModelSnapshot;
  /** The caller's rights to that model. */
  readonly access: Access;
  /** The caller as policies and rules read it. */
  readonly caller: PolicyCaller;
}

/** Data sources of a deployment by their names. All calls throw as `rows` does. */
export interface Sources {
  /**
   * Runs one statement on its data source and returns its rows as the JSON of `data`.
   *
   * @param signal stops the statement; the promise settles when the statement has ended
   * @param sink receives long rows while they are written, and can pause the statement
   * @throws Unavailable when the project defines no such data
   * source or closes; Invalid when the rows exceed the size of an answer; EngineError, EngineCancelled
   */
  rows(request: RowsRequest, signal: AbortSignal, sink?: RowSink): Promise<Rows>;
  /** Returns the first value of the first row, `null` if there is none. Otherwise like `rows`. */
  firstValue(request: DataRequest, signal: AbortSignal): Promise<string | boolean | null>;
  /** Returns the columns of a statement. Otherwise like `rows`. */
  columns(request: DataRequest, signal: AbortSignal): Promise<readonly ResultColumn[]>;
  /** Type of each: `postgres`. */
  readonly types: ReadonlyMap<string, string>;
  /** Whether a request of this runtime holds engines that it shares with others, and another one would run if that ended. */
  isWaitedFor(): boolean;
  /** The first rows, in lines, of a statement that a user writes in the SQL of a source. */
  written(request: DataRequest & { readonly mostRows: number }, signal: AbortSignal): Promise<WrittenRows>;
  tables(dataSource: string, most: TableBounds, signal: AbortSignal): Promise<FirstTables>;
}

export interface RuntimeFigures {
  readonly model: ModelFigures;
  readonly queues: readonly QueueFigures[];
}

/** Figures of a model folder since it is served. */
export interface ModelFigures {
  readonly compiles: number;
  /** Compilations that could not replace the model before them. */
  readonly refusedCompiles: number;
  readonly lastCompileMs: number;
  /** Problems of the saved files, whether or not they serve. */
  readonly problems: number;
  /** Variants in memory for callers with different security contexts. */
  readonly variants: number;
}

export interface QueueFigures {
  readonly dataSource: string;
  readonly running: number;
  readonly waiting: number;
}

export interface DataRequest {
  readonly dataSource: string;
  readonly statement: Statement;
  /** Present: the statement runs above the results of these. */
  readonly blocks?: readonly BlockToLoad[];
}

export interface RowsRequest extends DataRequest {
  readonly encoding: RowEncoding;
}

/** One compiled state of the model files; immutable. */
export interface ModelSnapshot {
  readonly index: ModelIndex;
  readonly build: ModelBuild;
  /** Equal versions answer every query alike. */
  readonly version: string;
}
