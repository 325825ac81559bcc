import type { Annotation, QueryEcho, QueryType, WireProblem } from '@orrery/contract';
import { frameRows } from '@orrery/engines';

/** One result without its rows. */
export interface LoadFacts {
  readonly query: QueryEcho;
  readonly lastRefreshTime: string;
  readonly annotation: Annotation;
  readonly dataSource: string;
  readonly dbType: string;
  /** Whether it is older than it should be, because a newer one takes time. */
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

/** The text before and after the rows of a `/v1/load` answer. */
export interface LoadFrame {
  readonly head: Buffer;
  /** @param warnings warnings known with the last row */
  tail(warnings: readonly WireProblem[]): Buffer;
}

/** Keys have the contract's order; warnings that come with the last row follow it. */
export function loadFrame(facts: LoadFacts, isMulti: boolean): LoadFrame {
  const { slowQuery } = facts;
  const query = isMulti ? { ...facts.query, queryType: 'regularQuery' as const } : facts.query;
  const opening = isMulti ? '{"queryType":"regularQuery","results":[' : '';
  const closing = isMulti ? `}],"pivotQuery":${JSON.stringify(query)},"slowQuery":${slowQuery}}` : '}';
  return {
    head: Buffer.from(`${opening}${resultHead({ ...facts, query })}`),
    tail: (warnings) => {
      return Buffer.from(`${warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ''}${closing}`);
    },
  };
}

/** The bytes of a `/v1/load` answer: `data` is already JSON. */
export function presentLoad(facts: LoadFacts, data: readonly Uint8Array[], isMulti: boolean): LoadBody {
  const frame = loadFrame(facts, isMulti);
  const [head, tail] = [frame.head, frame.tail([])];
  const bytes = frameRows(head, data, tail);
  return { bytes, data: bytes.subarray(head.length, bytes.length - tail.length) };
}

/** Several results in one body. */
export function presentResults(
  queryType: QueryType,
  results: readonly { readonly facts: LoadFacts; readonly data: readonly Uint8Array[] }[],
  pivotQuery: QueryEcho,
): Buffer {
  const slowQuery = results.some(({ facts }) => facts.slowQuery);
  const pieces = results.flatMap(({ facts, data }, index) => {
    const query = { ...facts.query, queryType };
    return [Buffer.from(`${index === 0 ? '' : '},'}${resultHead({ ...facts, query })}`), ...data];
  });
  return Buffer.concat([
    Buffer.from(`{"queryType":"${queryType}","results":[`),
    ...pieces,
    Buffer.from(`}],"pivotQuery":${JSON.stringify(pivotQuery)},"slowQuery":${slowQuery}}`),
  ]);
}

/** A result up to its rows. */
function resultHead(facts: LoadFacts): string {
  const result = JSON.stringify({
    query: facts.query,
    lastRefreshTime: facts.lastRefreshTime,
    ...(facts.requestId === undefined
      ? {}
      : { refreshKeyValues: [], usedPreAggregations: {}, transformedQuery: null, requestId: facts.requestId }),
    annotation: facts.annotation,
    dataSource: facts.dataSource,
    dbType: facts.dbType,
    external: false,
    slowQuery: facts.slowQuery,
    ...(facts.total === undefined ? {} : { total: facts.total }),
    ...(facts.warnings.length > 0 ? { warnings: facts.warnings } : {}),
  });
  return `${result.slice(0, -1)},"data":`;
}
