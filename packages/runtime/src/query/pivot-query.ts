import type { QueryEcho, QueryType } from '@orrery/contract';
import type { ResultMark } from '../request/index.ts';

/** The query by which clients pivot several results: one query over all of them. */
export function pivotQueryOf(
  queryType: QueryType,
  results: readonly { readonly echo: QueryEcho; readonly mark?: ResultMark }[],
): QueryEcho {
  const [first] = results;
  if (!first) throw new Error('a request has a query');
  switch (queryType) {
    case 'regularQuery':
      return { ...first.echo, queryType };
    case 'compareDateRangeQuery':
      return { ...first.echo, dimensions: ['compareDateRange', ...first.echo.dimensions], queryType };
    case 'blendingQuery':
      return { ...first.echo, ...blended(results), queryType };
  }
}

/** Members of all queries, without duplicates, by their common time. */
export function blended(
  results: readonly { readonly echo: QueryEcho; readonly mark?: ResultMark }[],
): Pick<QueryEcho, 'measures' | 'dimensions' | 'timeDimensions'> {
  const mark = results[0]?.mark;
  const granularity = mark?.kind === 'time' ? { granularity: mark.granularity } : {};
  return {
    measures: [...new Set(results.flatMap(({ echo }) => echo.measures ?? []))],
    dimensions: [...new Set(results.flatMap(({ echo }) => echo.dimensions))],
    timeDimensions: [{ dimension: 'time', ...granularity }],
  };
}
