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
  /** Position of the text of JSON that is the id of the request; absent where none is shown. */
  readonly idAt: number | undefined;
}

/** The text before and after the rows of a `/v1/load` answer. */
export interface LoadFrame {
  readonly head: Buffer;
  /** Position in `head`, as in `LoadBody`. */
  readonly idAt: number | undefined;
  /** @param warnings warnings known with the last row */
  tail(warnings: readonly WireProblem[]): Buffer;
}

/** Keys have the contract's order; warnings that come with the last row follow it. */
export function loadFrame(facts: LoadFacts, isMulti: boolean): LoadFrame {
  const { slowQuery } = facts;
  const query = isMulti ? { ...facts.query, queryType: 'regularQuery' as const } : facts.query;
  const opening = isMulti ? '{"queryType":"regularQuery","results":[' : '';
  const closing = isMulti ? `}],"pivotQuery":${JSON.stringify(query)},"slowQuery":${slowQuery}}` : '}';
  const { before, id, after } = resultHead({ ...facts, query });
  return {
    head: Buffer.from(`${opening}${before}${id}${after}`),
    idAt: id === '' ? undefined : Buffer.byteLength(opening) + Buffer.byteLength(before),
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
  return { bytes, data: bytes.subarray(head.length, bytes.length - tail.length), idAt: frame.idAt };
}

/** Several results in one body. */
export function presentResults(
  queryType: QueryType,
  results: readonly { readonly facts: LoadFacts; readonly data: readonly Uint8Array[] }[],
  pivotQuery: QueryEcho,
): Buffer {
  const slowQuery = results.some(({ facts }) => facts.slowQuery);
  const pieces = results.flatMap(({ facts, data }, index) => {
    const { before, id, after } = resultHead({ ...facts, query: { ...facts.query, queryType } });
    return [Buffer.from(`${index === 0 ? '' : '},'}${before}${id}${after}`), ...data];
  });
  return Buffer.concat([
    Buffer.from(`{"queryType":"${queryType}","results":[`),
    ...pieces,
    Buffer.from(`}],"pivotQuery":${JSON.stringify(pivotQuery)},"slowQuery":${slowQuery}}`),
  ]);
}

/** A result up to its rows, in parts: the text of the id is empty where none is shown. */
function resultHead(facts: LoadFacts): { readonly before: string; readonly id: string; readonly after: string } {
  const isShown = facts.requestId !== undefined;
  const before = JSON.stringify({
    query: facts.query,
    lastRefreshTime: facts.lastRefreshTime,
    ...(isShown ? { refreshKeyValues: [], usedPreAggregations: {}, transformedQuery: null } : {}),
  });
  const after = JSON.stringify({
    annotation: facts.annotation,
    dataSource: facts.dataSource,
    dbType: facts.dbType,
    external: false,
    slowQuery: facts.slowQuery,
    ...(facts.total === undefined ? {} : { total: facts.total }),
    ...(facts.warnings.length > 0 ? { warnings: facts.warnings } : {}),
  });
  return {
    before: `${before.slice(0, -1)}${isShown ? ',"requestId":' : ''}`,
    id: isShown ? JSON.stringify(facts.requestId) : '',
    after: `,${after.slice(1, -1)},"data":`,
  };
}
