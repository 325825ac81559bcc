import type { CacheMode, WireQuery } from '@orrery/contract';
import { checkQuery } from './check-query.ts';
import { InvalidQuery } from './invalid-query.ts';
import { parseQueryText } from './parse-body.ts';
import { requestProblem } from './request-problem.ts';

/** What a caller asked of `/v1/load`, `/v1/sql` or `/v1/dry-run`. */
export interface QueryRequest {
  readonly query: WireQuery;
  /** The contract's envelope with `results`, instead of the bare result. */
  readonly isMulti: boolean;
  readonly cacheMode: CacheMode;
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * @param parameters the query string of a GET, the body of a POST; unknown ones are ignored
 * @param needsQueryType whether kinds of queries that answer with several results must be announced
 * @throws InvalidQuery
 */
export function readRequest(parameters: Parameters, needsQueryType: boolean): QueryRequest {
  const queryType = readText(parameters, 'queryType');
  const cache = readText(parameters, 'cache');
  const raw = readRawQuery(parameters['query']);
  refuseSeveral(raw, needsQueryType && !queryType);
  const query = checkQuery(withCacheMode(raw, cache));
  const renewed = query.renewQuery === true ? 'must-revalidate' : 'stale-if-slow';
  return { query, isMulti: queryType === 'multi', cacheMode: query.cacheMode ?? query.cache ?? renewed };
}

function readText(parameters: Parameters, name: string): string | undefined {
  const value = parameters[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  const message = `Invalid query format: "${name}" must be a string`;
  throw new InvalidQuery([requestProblem('request.wrong-type', message, { path: name })]);
}

function readRawQuery(value: unknown): unknown {
  if (!value || value === 'undefined') {
    throw new InvalidQuery([requestProblem('request.query-required', 'Query param is required')]);
  }
  return typeof value === 'string' ? parseQueryText(value) : value;
}

/** The request parameter wins over the keys of the query. */
function withCacheMode(raw: unknown, cache: string | undefined): unknown {
  return cache === undefined || typeof raw !== 'object' || raw === null ? raw : { ...raw, cacheMode: cache };
}

/** Arrays of queries and comparisons of date ranges. */
function refuseSeveral(raw: unknown, isUnannounced: boolean): void {
  const kind = Array.isArray(raw) ? 'blendingQuery' : comparedRanges(raw) > 0 ? 'compareDateRangeQuery' : undefined;
  if (!kind) return;
  const path = kind === 'compareDateRangeQuery' ? 'timeDimensions.compareDateRange' : 'query';
  if (comparedRanges(raw) > 1) {
    const message = 'compareDateRange can only exist for one timeDimension';
    throw new InvalidQuery([requestProblem('request.compared-twice', message, { path })]);
  }
  if (isUnannounced) {
    const message = `'${kind}' query type is not supported by the client.Please update the client.`;
    throw new InvalidQuery([requestProblem('request.query-type-required', message, { path })]);
  }
  const what = kind === 'blendingQuery' ? 'an array of queries' : '"compareDateRange"';
  const message = `Invalid query format: ${what} is not served yet`;
  throw new InvalidQuery([requestProblem('request.not-served', message, { path })]);
}

function comparedRanges(raw: unknown): number {
  if (typeof raw !== 'object' || raw === null || !('timeDimensions' in raw)) return 0;
  if (!Array.isArray(raw.timeDimensions)) return 0;
  return raw.timeDimensions.filter((entry: unknown) => hasComparedRange(entry)).length;
}

function hasComparedRange(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'compareDateRange' in entry;
}
