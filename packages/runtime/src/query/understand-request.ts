import type { WireProblem } from '@orrery/contract';
import type { Access } from '@orrery/semantic';
import type { ModelSnapshot } from '../runtime.ts';
import { type AskedQuery, InvalidQuery, placed, type QueryRequest, readRequest } from '../request/index.ts';
import { type ModelForCaller, type PreparedQuery, prepareQuery } from './prepare-query.ts';

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

interface Remembered {
  readonly model: ModelSnapshot;
  readonly request: UnderstoodRequest;
}

/**
 * By the very object the request's text was read into (`parametersOf` gives equal texts the same one), and by what its
 * sender may see.
 */
const remembered = new WeakMap<Parameters, WeakMap<Access, Remembered>>();

/**
 * Reads a request and gives its queries a meaning. An equal text means the same to the same state of the model and the
 * same rights, unless it speaks of now.
 *
 * @throws InvalidQuery with what is wrong with its shape and what the model has against the rest, together
 */
export function understandRequest(
  parameters: Parameters,
  options: { readonly needsQueryType: boolean },
  state: ModelForCaller,
  now: number,
): UnderstoodRequest {
  const byAccess = remembered.get(parameters) ?? new WeakMap<Access, Remembered>();
  const known = byAccess.get(state.access);
  if (known?.model === state.model) return known.request;
  try {
    const startedAt = performance.now();
    const request = readRequest(parameters, options.needsQueryType);
    const readAt = performance.now();
    const queries = prepareAll(request.queries, state, now);
    const timingsMs = { parse: readAt - startedAt, bind: performance.now() - readAt };
    const understood = { ...request, queries, timingsMs };
    // Rules read more of the caller than what may be seen.
    if (!speaksOfNow(request) && state.query.rules.length === 0) {
      byAccess.set(state.access, { model: state.model, request: { ...understood, timingsMs: {} } });
      remembered.set(parameters, byAccess);
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

/** Any phrase may; `last 7 days` does. */
function speaksOfNow({ queries }: QueryRequest): boolean {
  return queries.some(({ query }) => query.timeDimensions?.some(({ dateRange }) => typeof dateRange === 'string'));
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
