import type { Annotation, QueryEcho, WireProblem } from '@orrery/contract';
import { frameRows } from '../encode/framed-rows.ts';

/** One result without its rows. */
export interface LoadFacts {
  readonly query: QueryEcho;
  readonly lastRefreshTime: string;
  readonly annotation: Annotation;
  readonly dataSource: string;
  readonly dbType: string;
  /** Older than it should be, because a newer one takes time. */
  readonly slowQuery: boolean;
  readonly total?: number;
  readonly warnings: readonly WireProblem[];
  /** Shown in development mode. */
  readonly requestId?: string;
}

export interface LoadBody {
  readonly bytes: Buffer;
  /** The rows within `bytes`. */
  readonly data: Buffer;
}

/** The bytes of a `/v1/load` answer: `data` is already JSON. Keys stand in the contract's order. */
export function presentLoad(facts: LoadFacts, data: readonly Uint8Array[], isMulti: boolean): LoadBody {
  const { slowQuery } = facts;
  const query = isMulti ? { ...facts.query, queryType: 'regularQuery' as const } : facts.query;
  const result = JSON.stringify({
    query,
    lastRefreshTime: facts.lastRefreshTime,
    ...(facts.requestId === undefined
      ? {}
      : { refreshKeyValues: [], usedPreAggregations: {}, transformedQuery: null, requestId: facts.requestId }),
    annotation: facts.annotation,
    dataSource: facts.dataSource,
    dbType: facts.dbType,
    external: false,
    slowQuery,
    ...(facts.total === undefined ? {} : { total: facts.total }),
    ...(facts.warnings.length > 0 ? { warnings: facts.warnings } : {}),
  });
  const opening = isMulti ? '{"queryType":"regularQuery","results":[' : '';
  const head = Buffer.from(`${opening}${result.slice(0, -1)},"data":`);
  const tail = Buffer.from(isMulti ? `}],"pivotQuery":${JSON.stringify(query)},"slowQuery":${slowQuery}}` : '}');
  const bytes = frameRows(head, data, tail);
  return { bytes, data: bytes.subarray(head.length, bytes.length - tail.length) };
}
