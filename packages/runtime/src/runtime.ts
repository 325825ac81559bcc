import type { ResultColumn, RowEncoding, Rows, RowSink, Statement } from '@orrery/engines';
import type { Access, Dialect, ModelBuild, ModelIndex, PolicyCaller, SecurityContext } from '@orrery/semantic';
import type { QuerySettings } from '@orrery/config';
import type { TokenAuthenticator } from '@orrery/kernel';
import type { KnownTimes, RunQueue } from './source/index.ts';

/**
 * Everything one deployment (or one branch of it) answers with. Opened and closed while serving; nothing of it is
 * shared with another runtime.
 */
export interface Runtime {
  /** No other runtime of this process has it, not even a later one of the same deployment. */
  readonly serial: number;
  readonly deploymentId: number;
  /** Whose users its tokens may name. */
  readonly accountId: number;
  /** `null`: the deployment itself. */
  readonly branch: string | null;
  /** Checks tokens by the deployment's secret; absent where nobody asks over HTTP: in commands, on branches. */
  readonly authenticator?: TokenAuthenticator;
  /** The model now serving; a request reads it once and keeps what it read. */
  readonly model: ModelSnapshot;
  /**
   * The model as it is for a security context; templates may read one. Another one than `model` only where they do.
   *
   * @throws Unavailable when it cannot be compiled now
   */
  modelFor(context: SecurityContext): ModelSnapshot | Promise<ModelSnapshot>;
  /** Where the files of the model lie. */
  readonly modelDirectory: string;
  /** What templates may read of the environment. */
  readonly modelVariables: ReadonlyMap<string, string | undefined>;
  readonly query: QuerySettings;
  /**
   * Runs one statement on its data source and gives its rows as the JSON of `data`. There is no queue in here: callers
   * hold a slot.
   *
   * @param signal stops the statement; it settles when the statement is known to be gone
   * @param sink takes long rows while they are written, and holds the statement while it allows no more
   * @throws Unavailable when the project defines no such data source or closes; Invalid when the rows are larger than an
   * answer may be; EngineError, EngineCancelled
   */
  rows(request: RowsRequest, signal: AbortSignal, sink?: RowSink): Promise<Rows>;
  /** The first value of the first row, `null` where there is none. Else like `rows`. */
  firstValue(request: DataRequest, signal: AbortSignal): Promise<string | boolean | null>;
  /** The columns of the rows that a statement would give. Else like `rows`. */
  columns(request: DataRequest, signal: AbortSignal): Promise<readonly ResultColumn[]>;
  /** What is known of the times of its models. */
  readonly times: KnownTimes;
  /**
   * Text that changes whenever the data of the source was replaced; `undefined` where nobody can know. Looked up after
   * each call, once for all calls of one turn of the event loop.
   *
   * @throws Unavailable when the project defines no such data source
   */
  generationOf(dataSource: string): Promise<string | undefined>;
  /**
   * Whether a known generation covers all data of the source: it reads no other files beside its database, and no view of
   * the project reads the clock.
   */
  isWhollyKnown(dataSource: string): boolean;
  /** @throws Unavailable when the project defines no such data source */
  dialectFor(dataSource: string): Dialect;
  /** The line of runs before a data source. @throws Unavailable when the project defines no such data source */
  queueOf(dataSource: string): RunQueue;
  /** What can be measured of it now. Cheap. */
  figures(): RuntimeFigures;
  /** @throws that nothing of the model can be asked, because of its problems */
  checkModel(): void;
  /** Resolves when the default data source answers; takes no slot. @throws EngineError */
  checkData(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A runtime as it is for one caller, and while one request is answered. */
export interface CallerRuntime extends Runtime {
  /** Does not change when another model begins to serve. */
  readonly model: ModelSnapshot;
  /** What the caller may see of that very model. */
  readonly access: Access;
  /** As policies and rules read them. */
  readonly caller: PolicyCaller;
}

export interface RuntimeFigures {
  readonly model: ModelFigures;
  readonly queues: readonly QueueFigures[];
}

/** Of a model folder, since it is served. */
export interface ModelFigures {
  readonly compiles: number;
  /** Those that could not replace the model before them. */
  readonly refusedCompiles: number;
  readonly lastCompileMs: number;
  /** Of the saved files, served or not. */
  readonly problems: number;
  /** For callers with different security contexts, now in memory. */
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
}

export interface RowsRequest extends DataRequest {
  readonly encoding: RowEncoding;
}

/** One compiled state of the model files; never changes. */
export interface ModelSnapshot {
  readonly index: ModelIndex;
  readonly build: ModelBuild;
  /** Equal versions answer every query alike. */
  readonly version: string;
}
