import type { CacheMode, WireQuery } from '@orrery/contract';
import type { CallerRuntime } from '../runtime.ts';
import {
  type ModelForCaller,
  prepareAll,
  prepareRequestKnowing,
  type QueryNote,
  type RequestMemory,
  tenantOf,
  parseKnowing,
  type ParsedQuery,
  type ParsedRequest,
} from '../query/index.ts';
import type { RequestedQuery, QueryRequest } from '../request/index.ts';
import type { DataScope } from '@orrery/kernel';

/** The queries for `ask`: the parameters of a request in the wire form, or queries that the face has read. */
export type QueryToAnswer = WireRequest | ReadRequest;

interface WireRequest {
  readonly kind: 'wire';
  /** @throws InvalidQuery */
  parameters(): Readonly<Record<string, unknown>>;
  /** Equal parameters are read and prepared once. */
  readonly memory: RequestMemory;
  /** Whether several queries have to be announced by `queryType: multi`. */
  readonly needsQueryType: boolean;
}

interface ReadRequest {
  readonly kind: 'read';
  /** @throws InvalidQuery */
  read(): QueryRequest;
  /** Binds the queries to a state of the model, where that takes more than `prepareAll`. @throws InvalidQuery */
  prepare?(queries: readonly RequestedQuery[], state: ModelForCaller, now: number): readonly ParsedQuery[];
}

/** The request that consists of one query. */
export function requestOf(query: WireQuery, cacheMode: CacheMode): QueryRequest {
  const queries = [{ query, cacheMode, place: { kind: 'whole' } }] as const;
  return { queryType: 'regularQuery', written: query, queries, isMulti: false };
}

interface Preparing {
  readonly runtime: CallerRuntime;
  readonly principal: DataScope;
  readonly now: number;
  /** Fires when the caller leaves. */
  readonly signal: AbortSignal;
}

/**
 * Reads the queries and binds them to the model as the caller has it; the note keeps what is known of them so far.
 *
 * @throws InvalidQuery; DataSourceFailure, Unavailable when a source does not tell of its times, the reason of the signal
 */
export async function prepareToAnswer(
  query: QueryToAnswer,
  { runtime, principal, now, signal }: Preparing,
  note: QueryNote,
): Promise<ParsedRequest> {
  const reader = { tenant: tenantOf(principal), insists: true, signal };
  if (query.kind === 'wire') {
    const { memory, needsQueryType } = query;
    const tell = ({ written, timingsMs }: ParsedRequest) => Object.assign(note, { query: written, timingsMs });
    return parseKnowing(query.parameters(), { needsQueryType }, { runtime, now, memory }, reader, tell);
  }
  const request = query.read();
  note.query = request.written;
  const prepare = query.prepare ?? prepareAll;
  const queries = await prepareRequestKnowing((state) => prepare(request.queries, state, now), runtime, reader);
  const [only, ...others] = queries;
  note.query = only && others.length === 0 ? only.query : queries.map((one) => one.query);
  return { ...request, queries, timingsMs: {} };
}
