import type { Engine } from '@orrery/engines';
import type { Dialect, ModelBuild, ModelIndex } from '@orrery/semantic';
import type { QuerySettings } from '../config/query-settings.ts';
import type { Authenticator } from '../http/authenticate.ts';

/**
 * Everything one deployment (or one branch of it) answers with. Opened and closed while serving; nothing of it is
 * shared with another runtime.
 */
export interface Runtime {
  readonly deploymentId: number;
  /** `null`: the deployment itself. */
  readonly branch: string | null;
  /** Checks tokens by the deployment's secret; absent where nobody asks over HTTP: in commands, on branches. */
  readonly authenticator?: Authenticator;
  /** The model now serving; a request reads it once and keeps what it read. */
  readonly model: ModelSnapshot;
  readonly query: QuerySettings;
  /** @throws Unavailable when the project defines no such data source, EngineError when it cannot be opened */
  engineFor(dataSource: string): Promise<Engine>;
  /** @throws Unavailable when the project defines no such data source */
  dialectFor(dataSource: string): Dialect;
  /**
   * Runs `run` once the data source has room for one more query; first come, first served.
   *
   * @throws the reason of `signal` when it fires while waiting
   */
  withSlot<T>(dataSource: string, signal: AbortSignal, run: () => Promise<T>): Promise<T>;
  /** Whether the model is loaded and the default data source answers. */
  check(): Promise<boolean>;
  close(): Promise<void>;
}

/** One compiled state of the model files; never changes. */
export interface ModelSnapshot {
  readonly index: ModelIndex;
  readonly build: ModelBuild;
  /** Equal versions answer every query alike. */
  readonly version: string;
}
