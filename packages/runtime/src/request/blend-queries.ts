import type { WireProblem, WireQuery } from '@orrery/contract';
import type { RequestedQuery, ResultMark } from './query-request.ts';
import { InvalidQuery } from './invalid-query.ts';
import { requestProblem } from './request-problem.ts';
import { toQuery } from './wire.ts';

/**
 * Marks each query of an array with the time by which its rows are aligned: its first time dimension with a
 * granularity.
 *
 * @throws InvalidQuery when they do not share one granularity
 */
export function blendQueries(queries: readonly Omit<RequestedQuery, 'mark'>[]): readonly RequestedQuery[] {
  const marks = queries.map(({ query }) => timeMark(query));
  const granularities = new Set(marks.flatMap((mark) => (mark ? [mark.granularity] : [])));
  if (granularities.size === 0) {
    const message = 'Data blending query without granularity is not supported';
    throw new InvalidQuery([requestProblem('request.blending-granularity', message, { path: 'query' })]);
  }
  const problems = marks.flatMap((mark, index) => faultOf(mark, index, granularities));
  if (problems.length > 0) throw new InvalidQuery(problems);
  return queries.map((request, index) =>
    inDefaultForm({ ...request, ...(marks[index] ? { mark: marks[index] } : {}) }, index),
  );
}

/** Clients read all results of an array in the form of the first one, so only one form is allowed. */
function inDefaultForm(request: RequestedQuery, index: number): RequestedQuery {
  const { responseFormat = 'default', ...query } = request.query;
  if (responseFormat === 'default') return { ...request, query };
  const message = 'Queries of an array are answered in the default "responseFormat"';
  const warning = requestProblem('request.ignored', message, { path: `[${index}].responseFormat` });
  return { ...request, query, warnings: [warning] };
}

function timeMark(query: WireQuery): Extract<ResultMark, { kind: 'time' }> | undefined {
  for (const { dimension, granularity } of toQuery(query).timeDimensions) {
    if (granularity !== undefined) return { kind: 'time', granularity, column: `${dimension}.${granularity}` };
  }
  return undefined;
}

function faultOf(
  mark: Extract<ResultMark, { kind: 'time' }> | undefined,
  index: number,
  granularities: ReadonlySet<string>,
): readonly WireProblem[] {
  const message = 'Data blending query granularities must match';
  const path = `[${index}].timeDimensions`;
  if (!mark) {
    const hint = `Query ${index + 1} has no granularity; other queries have ${[...granularities].join(', ')}`;
    return [requestProblem('request.blending-granularity', message, { path, hint })];
  }
  const [first] = granularities;
  if (mark.granularity === first) return [];
  const hint = `The granularity of the first query is ${first}, that of query ${index + 1} is ${mark.granularity}`;
  return [requestProblem('request.blending-granularity', message, { path, hint })];
}
