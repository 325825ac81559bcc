import type { JsonObject } from '@orrery/kernel';
import { type CacheMode, maxQueries, type QueryType, type WireProblem, type WireQuery } from '@orrery/contract';
import { type RequestedQuery, pathIn, type QueryPlace, type QueryRequest } from './query-request.ts';
import { blendQueries } from './blend-queries.ts';
import { checkQuery } from './check-query.ts';
import { compareRanges } from './compare-ranges.ts';
import { InvalidQuery } from './invalid-query.ts';
import { parseQueryText } from './parse-json.ts';
import { requestProblem } from './request-problem.ts';

/**
 * @param parameters the query string of a GET, the body of a POST; unknown ones are ignored @param needsQueryType
 * whether kinds of queries with several results must be announced @throws InvalidQuery
 */
export function readRequest(parameters: JsonObject, needsQueryType: boolean): QueryRequest {
  const announced = readText(parameters, 'queryType');
  const beside = { cacheMode: readText(parameters, 'cache'), responseFormat: readText(parameters, 'responseFormat') };
  const raw = readRawQuery(parameters['query']);
  const queryType = queryTypeOf(raw);
  if (needsQueryType && !announced && queryType !== 'regularQuery') throw unannounced(queryType);
  const several = Array.isArray(raw) ? readArray(raw, beside) : readSingle(raw, beside, queryType);
  return { queryType, ...several, isMulti: announced === 'multi' || queryType !== 'regularQuery' };
}

function readText(parameters: JsonObject, name: string): string | undefined {
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

function readSingle(raw: unknown, beside: Beside, queryType: QueryType): Pick<QueryRequest, 'written' | 'queries'> {
  const query = checkQuery(withBeside(raw, beside));
  const cacheMode = cacheModeOf(query);
  const queries =
    queryType === 'compareDateRangeQuery'
      ? compareRanges(query, cacheMode)
      : [{ query, cacheMode, place: { kind: 'whole' } } as const];
  return { written: query, queries };
}

/** @throws InvalidQuery with the problems of all of them */
function readArray(raw: readonly unknown[], beside: Beside): Pick<QueryRequest, 'written' | 'queries'> {
  if (raw.length === 0 || raw.length > maxQueries) {
    const [code, bound] =
      raw.length === 0
        ? (['request.too-small', 'at least 1'] as const)
        : (['request.too-big', `less than or equal to ${maxQueries}`] as const);
    const message = `Invalid query format: "query" must contain ${bound} items`;
    throw new InvalidQuery([requestProblem(code, message, { path: 'query' })]);
  }
  const problems: WireProblem[] = [];
  const queries = raw.flatMap((element, index): Omit<RequestedQuery, 'mark'>[] => {
    const place = { kind: 'element', index } as const;
    try {
      refuseComparison(element);
      const query = checkQuery(withBeside(element, beside));
      return [{ query, cacheMode: cacheModeOf(query), place }];
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
      problems.push(...placed(error.problems, place));
      return [];
    }
  });
  if (problems.length > 0) throw new InvalidQuery(problems);
  return { written: queries.map(({ query }) => query), queries: blendQueries(queries) };
}

/** Moves problems of one query to their positions in the request. */
export function placed(problems: readonly WireProblem[], place: QueryPlace): readonly WireProblem[] {
  return problems.map((problem) => ({ ...problem, path: pathIn(place, problem.path ?? '') }));
}

/** JsonObject next to the query that override its keys. */
interface Beside {
  readonly cacheMode: string | undefined;
  readonly responseFormat: string | undefined;
}

function withBeside(raw: unknown, beside: Beside): unknown {
  const given = Object.entries(beside).filter(([, value]) => value !== undefined);
  return given.length === 0 || typeof raw !== 'object' || raw === null ? raw : { ...raw, ...Object.fromEntries(given) };
}

function cacheModeOf(query: WireQuery): CacheMode {
  return query.cacheMode ?? query.cache ?? (query.renewQuery === true ? 'must-revalidate' : 'stale-if-slow');
}

/** @throws InvalidQuery for two comparisons at once */
function queryTypeOf(raw: unknown): QueryType {
  if (Array.isArray(raw)) return 'blendingQuery';
  const compared = comparedRanges(raw);
  if (compared > 1) {
    const message = 'compareDateRange can only exist for one timeDimension';
    const path = 'timeDimensions.compareDateRange';
    throw new InvalidQuery([requestProblem('request.compared-twice', message, { path })]);
  }
  return compared === 1 ? 'compareDateRangeQuery' : 'regularQuery';
}

function unannounced(queryType: QueryType): InvalidQuery {
  const path = queryType === 'compareDateRangeQuery' ? 'timeDimensions.compareDateRange' : 'query';
  const message = `'${queryType}' query type is not supported by the client.Please update the client.`;
  const hint = 'Add "queryType": "multi" to the request: the answer has several results';
  return new InvalidQuery([requestProblem('request.query-type-required', message, { path, hint })]);
}

/** Each query of an array has one result. */
function refuseComparison(element: unknown): void {
  if (comparedRanges(element) === 0) return;
  const message = 'Invalid query format: "timeDimensions.compareDateRange" is not allowed in an array of queries';
  throw new InvalidQuery([requestProblem('request.not-allowed', message, { path: 'timeDimensions' })]);
}

function comparedRanges(raw: unknown): number {
  if (typeof raw !== 'object' || raw === null || !('timeDimensions' in raw)) return 0;
  if (!Array.isArray(raw.timeDimensions)) return 0;
  return raw.timeDimensions.filter((entry: unknown) => hasComparedRange(entry)).length;
}

function hasComparedRange(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'compareDateRange' in entry;
}
