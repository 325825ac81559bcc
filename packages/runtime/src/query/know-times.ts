import { EngineError } from '@orrery/engines';
import { type CubeName, cubesOfNumbers, type ModelIndex } from '@orrery/semantic';
import type { TypesAsker } from '../source/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import { type RequestedQuery, DataSourceFailure } from '../request/index.ts';
import type { ModelForCaller, PreparedBlock } from './prepare-query.ts';
import type { RequestMemory } from './request-memory.ts';
import { prepareAll, parseRequest, type ParsedQuery, type ParsedRequest } from './parse-request.ts';

interface ParsingContext {
  readonly runtime: CallerRuntime;
  readonly now: number;
  readonly memory: RequestMemory;
}

/**
 * Parses and binds a request, like `parseRequest`.
 *
 * @param onParsed called before a data source is queried @throws what `parseRequest` throws;
 * DataSourceFailure, Unavailable when a needed source does not answer
 */
export function parseKnowing(
  parameters: Readonly<Record<string, unknown>>,
  options: { readonly needsQueryType: boolean },
  { runtime, now, memory }: ParsingContext,
  asker: TypesAsker,
  onParsed: (parsed: ParsedRequest) => void = () => undefined,
): Promise<ParsedRequest> {
  const parse = (state: ModelForCaller) => {
    const parsed = parseRequest(parameters, options, { state, now, memory });
    onParsed(parsed);
    return parsed;
  };
  return knowTimes(runtime, asker, parse, ({ queries }) => queries.map(({ prepared }) => prepared));
}

/** Binds queries, like `prepareAll`. @throws as `parseKnowing` */
export function prepareKnowing(
  queries: readonly RequestedQuery[],
  runtime: CallerRuntime,
  now: number,
  asker: TypesAsker,
): Promise<readonly ParsedQuery[]> {
  return prepareRequestKnowing((state) => prepareAll(queries, state, now), runtime, asker);
}

/** Binds queries by `prepare`. @throws what `prepare` throws, else as `parseKnowing` */
export function prepareRequestKnowing(
  prepare: (state: ModelForCaller) => readonly ParsedQuery[],
  runtime: CallerRuntime,
  asker: TypesAsker,
): Promise<readonly ParsedQuery[]> {
  return knowTimes(runtime, asker, prepare, (all) => all.map(({ prepared }) => prepared));
}

/**
 * Prepares the queries of statements, over a model that knows which times are days and which numbers are no doubles.
 *
 * @param cubesIn other cubes whose numbers are to be known
 * @throws as `knowTimes`
 */
export async function knowTypes<T>(
  runtime: CallerRuntime,
  asker: TypesAsker,
  prepare: (state: ModelForCaller) => T,
  preparedIn: (outcome: T) => readonly PreparedBlock[],
  cubesIn: (outcome: T, model: ModelIndex) => readonly CubeName[] = () => [],
): Promise<T> {
  for (let round = 0; ; round += 1) {
    let used = runtime.model;
    const outcome = await knowTimes(
      runtime,
      asker,
      (state) => {
        used = runtime.numbers.of(state.model);
        return prepare({ ...state, model: used });
      },
      preparedIn,
    );
    const prepared = preparedIn(outcome);
    const cubes = [
      ...new Set([
        ...prepared.flatMap(({ bound, model }) => cubesOfNumbers(bound, model.index)),
        ...cubesIn(outcome, used.index),
      ]),
    ];
    const timed = runtime.times.of(runtime.model);
    const known = await answered(() => runtime.numbers.learn(cubes, timed, asker), prepared);
    if (known === used || cubes.length === 0 || round === mostRounds) return outcome;
  }
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
  asker: TypesAsker,
  prepare: (state: ModelForCaller) => T,
  preparedIn: (outcome: T) => readonly PreparedBlock[],
): Promise<T> {
  const { access, caller, query } = runtime;
  let model = runtime.times.of(runtime.model);
  for (let round = 0; ; round += 1) {
    const outcome = prepare({ model, access, caller, query });
    const prepared = preparedIn(outcome);
    const cubes = [...new Set(prepared.flatMap((one) => one.timesOf))];
    const next = await answered(() => runtime.times.learn(cubes, runtime.model, asker), prepared);
    if (next === model || round === mostRounds) return outcome;
    model = next;
  }
}

async function answered<T>(learn: () => Promise<T>, prepared: readonly PreparedBlock[]): Promise<T> {
  try {
    return await learn();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new DataSourceFailure(
      error,
      prepared.flatMap(({ bound }) => bound.outputs.map(({ name }) => name)),
    );
  }
}
