import type { CubeName } from '@orrery/semantic';
import type { ModelSnapshot } from '../runtime.ts';

/** The caller on whose behalf a data source is queried about its columns. */
export interface TypesAsker {
  /** The tenant whose share of the data source it uses. */
  readonly tenant: string;
  /** Whether a failure of the data source is an error; otherwise unknown times stay unknown. */
  readonly insists: boolean;
  /** Fires when the caller leaves: its wait ends, and so does a query to the data source unless another caller waits for it. */
  readonly signal?: AbortSignal | undefined;
}

/** Types of the columns behind a model, learnt from its data sources. */
export interface KnownTypes {
  /** Returns the model with the known types; the same object until more is known. */
  of(model: ModelSnapshot): ModelSnapshot;
  /**
   * Queries the data sources of these cubes and returns the model with the known types.
   *
   * @throws EngineError, Unavailable when an asker that insists gets no answer, the reason of its signal
   */
  learn(cubes: readonly CubeName[], model: ModelSnapshot, asker: TypesAsker): Promise<ModelSnapshot>;
}
