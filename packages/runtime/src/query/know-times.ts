import { EngineError } from '@orrery/engines';
import type { TimesAsker } from '../source/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import { type AskedQuery, DataSourceFailure } from '../request/index.ts';
import type { ModelForCaller, PreparedQuery } from './prepare-query.ts';
import type { RequestMemory } from './request-memory.ts';
import { prepareAll, understandRequest, type UnderstoodQuery, type UnderstoodRequest } from './understand-request.ts';

interface Understanding {
  readonly runtime: CallerRuntime;
  readonly now: number;
  readonly memory: RequestMemory;
}

/**
 * Parses and binds a request, like `understandRequest`.
 *
 * @param onUnderstood called before a data source is queried @throws what `understandRequest` throws;
 * DataSourceFailure, Unavailable when a needed source does not answer
 */
export function understandKnowing(
  parameters: Readonly<Record<string, unknown>>,
  options: { readonly needsQueryType: boolean },
  { runtime, now, memory }: Understanding,
  asker: TimesAsker,
  onUnderstood: (understood: UnderstoodRequest) => void = () => undefined,
): Promise<UnderstoodRequest> {
  const understand = (state: ModelForCaller) => {
    const understood = understandRequest(parameters, options, { state, now, memory });
    onUnderstood(understood);
    return understood;
  };
  return knowTimes(runtime, asker, understand, ({ queries }) => queries.map(({ prepared }) => prepared));
}

/** Binds queries, like `prepareAll`. @throws as `understandKnowing` */
export function prepareKnowing(
  queries: readonly AskedQuery[],
  runtime: CallerRuntime,
  now: number,
  asker: TimesAsker,
): Promise<readonly UnderstoodQuery[]> {
  return prepareRequestKnowing((state) => prepareAll(queries, state, now), runtime, asker);
}

/** Binds queries by `prepare`. @throws what `prepare` throws, else as `understandKnowing` */
export function prepareRequestKnowing(
  prepare: (state: ModelForCaller) => readonly UnderstoodQuery[],
  runtime: CallerRuntime,
  asker: TimesAsker,
): Promise<readonly UnderstoodQuery[]> {
  return knowTimes(runtime, asker, prepare, (all) => all.map(({ prepared }) => prepared));
}

/** A query names its cubes at once; every further round has learnt something else. */
const mostRounds = 8;

/**
 * Prepares queries over a model that knows which of their times are days; data sources are queried about times still
 * unknown.
 *
 * @throws what `prepare` throws; DataSourceFailure, Unavailable when a needed source does not answer
 */
async function knowTimes<T>(
  runtime: CallerRuntime,
  asker: TimesAsker,
  prepare: (state: ModelForCaller) => T,
  preparedIn: (outcome: T) => readonly PreparedQuery[],
): Promise<T> {
  const { access, caller, query } = runtime;
  let model = runtime.times.of(runtime.model);
  for (let round = 0; ; round += 1) {
    const outcome = prepare({ model, access, caller, query });
    const prepared = preparedIn(outcome);
    const cubes = [...new Set(prepared.flatMap((one) => one.timesOf))];
    const next = await learn(cubes, prepared);
    if (next === model || round === mostRounds) return outcome;
    model = next;
  }

  async function learn(cubes: readonly string[], prepared: readonly PreparedQuery[]) {
    try {
      return await runtime.times.learn(cubes, runtime.model, asker);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw new DataSourceFailure(
        error,
        prepared.flatMap(({ bound }) => bound.outputs.map(({ name }) => name)),
      );
    }
  }
}
