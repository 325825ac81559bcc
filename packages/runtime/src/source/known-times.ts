import type { CubeName } from '@orrery/semantic';
import type { ModelSnapshot } from '../runtime.ts';

/** On whose account a data source is asked about its columns. */
export interface TimesAsker {
  /** Whose share of the data source it takes. */
  readonly tenant: string;
  /** Whether there is no answer without the data source; else what it cannot be asked now stays unknown. */
  readonly insists: boolean;
}

/** What data sources say of the times of a model, once they were asked. */
export interface KnownTimes {
  /** The model with what is known. The same one until more is. */
  of(model: ModelSnapshot): ModelSnapshot;
  /**
   * The model with what is known when the data sources of these cubes have been asked.
   *
   * @throws EngineError, Unavailable when an asker that insists gets no answer
   */
  learn(cubes: readonly CubeName[], model: ModelSnapshot, asker: TimesAsker): Promise<ModelSnapshot>;
}
