import type { JsonObject } from '@orrery/kernel';
import type { WireProblem } from '@orrery/contract';
import { type RequestedQuery, InvalidQuery, placed, type QueryRequest, readRequest } from '../request/index.ts';
import { type ModelForCaller, type PreparedQuery, prepareQuery } from './prepare-query.ts';
import type { RequestMemory } from './request-memory.ts';

export interface ParsedQuery extends RequestedQuery {
  readonly prepared: PreparedQuery;
}

export interface ParsedRequest extends QueryRequest {
  /** Queries prepared for one state of the model. */
  readonly queries: readonly ParsedQuery[];
  /** Times are absent when the same request was bound before. */
  readonly timingsMs: { readonly parse?: number; readonly bind?: number };
}

/**
 * Parses and binds a request. An equal text has the same meaning for the same state of the model and the same rights
 * for the rest of a day, unless it refers to hours or the present moment.
 *
 * @throws InvalidQuery with the problems of its shape and those the model finds in the rest
 */
export function parseRequest(
  parameters: JsonObject,
  options: { readonly needsQueryType: boolean },
  { state, now, memory }: { readonly state: ModelForCaller; readonly now: number; readonly memory: RequestMemory },
): ParsedRequest {
  const known = memory.parsed(parameters, state.access, state.model, now);
  if (known) return known;
  try {
    const startedAt = performance.now();
    const request = readRequest(parameters, options.needsQueryType);
    const readAt = performance.now();
    const queries = prepareAll(request.queries, state, now);
    const timingsMs = { parse: readAt - startedAt, bind: performance.now() - readAt };
    const parsed = { ...request, queries, timingsMs };
    // Rules read more of the caller than the rights.
    if (!changesWithinDay(request) && state.query.rules.length === 0) {
      memory.keepParsed(parameters, state.access, { ...parsed, timingsMs: {} }, { model: state.model, now });
    }
    return parsed;
  } catch (error) {
    throw error instanceof InvalidQuery ? withModelProblems(error, state, now) : error;
  }
}

/** @throws InvalidQuery with every problem the model finds in any of them, without duplicates */
export function prepareAll(
  queries: readonly RequestedQuery[],
  state: ModelForCaller,
  now: number,
): readonly ParsedQuery[] {
  const refusals: { readonly error: InvalidQuery; readonly problems: readonly WireProblem[] }[] = [];
  const prepared = queries.flatMap((request): ParsedQuery[] => {
    try {
      const prepared = prepareQuery(request.query, state, now);
      const warnings = [...(request.warnings ?? []), ...placed(prepared.warnings, request.place)];
      return [{ ...request, prepared: { ...prepared, warnings } }];
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
      refusals.push({ error, problems: placed(error.problems, request.place) });
      return [];
    }
  });
  const [first] = refusals;
  if (!first) return prepared;
  const { isUserError, message } = first.error;
  const each = new Map(refusals.flatMap(({ problems }) => problems).map((one) => [JSON.stringify(one), one]));
  throw new InvalidQuery([...each.values()], { isUserError, error: message });
}

/** Whether its meaning changes within a day; that of `last 7 days` does not. */
export function changesWithinDay({ queries }: QueryRequest): boolean {
  return queries.some(({ query }) => query.timeDimensions?.some(({ dateRange }) => isFine(dateRange)));
}

function isFine(dateRange: unknown): boolean {
  return typeof dateRange === 'string' && /now|hour|minute|second|so\s+far|before/i.test(dateRange);
}

function withModelProblems(refusal: InvalidQuery, state: ModelForCaller, now: number): InvalidQuery {
  if (!refusal.soundPart) return refusal;
  try {
    prepareQuery(refusal.soundPart, state, now);
    return refusal;
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    // The valid part may select nothing only because its selection is wrong.
    const more = error.problems.filter((problem) => problem.code !== 'query.empty');
    return new InvalidQuery([...refusal.problems, ...more]);
  }
}
