import type { DryRunAnswer, QueryEcho, QueryType } from '@orrery/contract';
import { blended, pivotQueryOf } from './pivot-query.ts';
import { orderOf } from './sql-body.ts';
import type { PreparedQuery } from './prepare-query.ts';
import type { ParsedQuery } from './parse-request.ts';

type NormalizedQuery = Pick<ParsedQuery, 'query' | 'cacheMode' | 'mark'> & {
  readonly prepared: Pick<PreparedQuery, 'echo' | 'bound'>;
};

/** The body of `/v1/dry-run`. */
export function presentDryRun({
  queryType,
  queries,
}: {
  readonly queryType: QueryType;
  readonly queries: readonly NormalizedQuery[];
}): DryRunAnswer {
  const results = queries.map((query) => ({
    echo: presentNormalized(query),
    ...(query.mark ? { mark: query.mark } : {}),
  }));
  const isBlending = queryType === 'blendingQuery';
  const pivotQuery = pivotQueryOf(queryType, results);
  // Clients also look for the pivot in the first query, unless it is one of an array.
  const [, ...others] = results.map(({ echo }) => echo);
  return {
    queryType,
    normalizedQueries: isBlending ? results.map(({ echo }) => echo) : [pivotQuery, ...others],
    queryOrder: queries.map(({ prepared }) => orderOf(prepared.bound)),
    transformedQueries: queries.map(() => null),
    pivotQuery: isBlending ? { ...blended(results), queryType } : pivotQuery,
  };
}

function presentNormalized({ query, cacheMode, prepared }: NormalizedQuery): QueryEcho {
  return { ...prepared.echo, cacheMode, ...(query.joinHints ? { joinHints: query.joinHints } : {}) };
}
