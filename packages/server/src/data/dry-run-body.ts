import type { CacheMode, DryRunAnswer, QueryEcho } from '@orrery/contract';
import type { BoundQuery } from '@orrery/semantic';
import { orderOf } from './sql-body.ts';

/** The answer of `/v1/dry-run`. */
export function presentDryRun(echo: QueryEcho, query: BoundQuery, cacheMode: CacheMode): DryRunAnswer {
  const normalized: QueryEcho = { ...echo, cacheMode, queryType: 'regularQuery' };
  return {
    queryType: 'regularQuery',
    normalizedQueries: [normalized],
    queryOrder: [orderOf(query)],
    transformedQueries: [null],
    pivotQuery: normalized,
  };
}
