import type { Annotation, QueryEcho, WireProblem } from '@orrery/contract';

/** One result without its rows. */
export interface LoadFacts {
  readonly query: QueryEcho;
  readonly lastRefreshTime: string;
  readonly annotation: Annotation;
  readonly dataSource: string;
  readonly dbType: string;
  readonly total?: number;
  readonly warnings: readonly WireProblem[];
  /** Shown in development mode. */
  readonly requestId?: string;
}

/** The bytes of a `/v1/load` answer: `data` is already JSON. Keys stand in the contract's order. */
export function presentLoad(facts: LoadFacts, data: readonly Uint8Array[], isMulti: boolean): Buffer {
  const query = isMulti ? { ...facts.query, queryType: 'regularQuery' as const } : facts.query;
  const head = JSON.stringify({
    query,
    lastRefreshTime: facts.lastRefreshTime,
    ...(facts.requestId === undefined
      ? {}
      : { refreshKeyValues: [], usedPreAggregations: {}, transformedQuery: null, requestId: facts.requestId }),
    annotation: facts.annotation,
    dataSource: facts.dataSource,
    dbType: facts.dbType,
    external: false,
    slowQuery: false,
    ...(facts.total === undefined ? {} : { total: facts.total }),
    ...(facts.warnings.length > 0 ? { warnings: facts.warnings } : {}),
  });
  const result = `${head.slice(0, -1)},"data":`;
  if (!isMulti) return Buffer.concat([Buffer.from(result), ...data, Buffer.from('}')]);
  const tail = `}],"pivotQuery":${JSON.stringify(query)},"slowQuery":false}`;
  return Buffer.concat([Buffer.from(`{"queryType":"regularQuery","results":[${result}`), ...data, Buffer.from(tail)]);
}
