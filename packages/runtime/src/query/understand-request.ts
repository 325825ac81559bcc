import type { WireProblem } from '@orrery/contract';
import { type AskedQuery, InvalidQuery, placed, type QueryRequest, readRequest } from '../request/index.ts';
import { type ModelForCaller, type PreparedQuery, prepareQuery } from './prepare-query.ts';
import type { RequestMemory } from './request-memory.ts';

export interface UnderstoodQuery extends AskedQuery {
  readonly prepared: PreparedQuery;
}

export interface UnderstoodRequest extends QueryRequest {
  /** All of them prepared for one state of the model. */
  readonly queries: readonly UnderstoodQuery[];
  /** Absent when the same request was understood before. */
  readonly timingsMs: { readonly parse?: number; readonly bind?: number };
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads a request and gives its queries a meaning. An equal text means the same to the same state of the model and the
 * same rights for the rest of a day, unless it speaks of an hour or of now.
 *
 * @throws InvalidQuery with what is wrong with its shape and what the model has against the rest, together
 */
export function understandRequest(
  parameters: Parameters,
  options: { readonly needsQueryType: boolean },
  { state, now, memory }: { readonly state: ModelForCaller; readonly now: number; readonly memory: RequestMemory },
): UnderstoodRequest {
  const known = memory.understood(parameters, state.access, state.model, now);
  if (known) return known;
  try {
    const startedAt = performance.now();
    const request = readRequest(parameters, options.needsQueryType);
    const readAt = performance.now();
    const queries = prepareAll(request.queries, state, now);
    const timingsMs = { parse: readAt - startedAt, bind: performance.now() - readAt };
    const understood = { ...request, queries, timingsMs };
    // Rules read more of the caller than what may be seen.
    if (!changesWithinDay(request) && state.query.rules.length === 0) {
      memory.keepUnderstood(parameters, state.access, { ...understood, timingsMs: {} }, { model: state.model, now });
    }
    return understood;
  } catch (error) {
    throw error instanceof InvalidQuery ? withModelProblems(error, state, now) : error;
  }
}

/** @throws InvalidQuery with what the model has against any of them, each problem once */
export function prepareAll(
  queries: readonly AskedQuery[],
  state: ModelForCaller,
  now: number,
): readonly UnderstoodQuery[] {
  const refusals: { readonly error: InvalidQuery; readonly problems: readonly WireProblem[] }[] = [];
  const prepared = queries.flatMap((asked): UnderstoodQuery[] => {
    try {
      const prepared = prepareQuery(asked.query, state, now);
      const warnings = [...(asked.warnings ?? []), ...placed(prepared.warnings, asked.place)];
      return [{ ...asked, prepared: { ...prepared, warnings } }];
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
      refusals.push({ error, problems: placed(error.problems, asked.place) });
      return [];
    }
  });
  const [first] = refusals;
  if (!first) return prepared;
  const { isUserError, message } = first.error;
  const each = new Map(refusals.flatMap(({ problems }) => problems).map((one) => [JSON.stringify(one), one]));
  throw new InvalidQuery([...each.values()], { isUserError, error: message });
}

/** Whether it means something else within one day; `last 7 days` does not. */
export function changesWithinDay({ queries }: QueryRequest): boolean {
  return queries.some(({ query }) => query.timeDimensions?.some(({ dateRange }) => isFine(dateRange)));
}

function isFine(dateRange: unknown): boolean {
  return typeof dateRange === 'string' && /now|hour|minute|second/i.test(dateRange);
}

function withModelProblems(refusal: InvalidQuery, state: ModelForCaller, now: number): InvalidQuery {
  if (!refusal.soundPart) return refusal;
  try {
    prepareQuery(refusal.soundPart, state, now);
    return refusal;
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    // The part may select nothing only because what it selects is wrong.
    const more = error.problems.filter((problem) => problem.code !== 'query.empty');
    return new InvalidQuery([...refusal.problems, ...more]);
  }
}
