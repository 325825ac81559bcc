import type { CacheMode, WireQuery } from '@orrery/contract';
import type { CallerRuntime, Runtime } from '../runtime.ts';
import {
  prepareAll,
  prepareRequestKnowing,
  type QueryNote,
  tenantOf,
  parseKnowing,
  type ParsedRequest,
  encodeKeys,
  planPrepared,
  type PreparedBlock,
  type RequestMemory,
  renderPrepared,
} from '../query/index.ts';
import type { QueryRequest } from '../request/index.ts';
import type { JsonQuestion } from './question.ts';
import type { DataScope } from '@orrery/kernel';
import type { RowConstant, RowFormat, RowKey } from '@orrery/engines';
import type { CompiledQuery, RequestContext } from '@orrery/semantic';
import { answerKey, type BoundQuestion, toRunnable } from '../answer/index.ts';

/** The request that consists of one query. */
export function requestOf(query: WireQuery, cacheMode: CacheMode): QueryRequest {
  const queries = [{ query, cacheMode, place: { kind: 'whole' } }] as const;
  return { queryType: 'regularQuery', written: query, queries, isMulti: false };
}

export interface Binding {
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
export async function bindQueries(
  question: JsonQuestion,
  { runtime, principal, now, signal }: Binding,
  note: QueryNote,
): Promise<ParsedRequest> {
  const reader = { tenant: tenantOf(principal), insists: true, signal };
  if (question.kind === 'wire') {
    const { memory, needsQueryType } = question;
    const tell = ({ written, timingsMs }: ParsedRequest) => Object.assign(note, { query: written, timingsMs });
    return parseKnowing(question.parameters(), { needsQueryType }, { runtime, now, memory }, reader, tell);
  }
  const request = question.read();
  note.query = request.written;
  const prepare = question.prepare ?? prepareAll;
  const queries = await prepareRequestKnowing((state) => prepare(request.queries, state, now), runtime, reader);
  const [only, ...others] = queries;
  note.query = only && others.length === 0 ? only.query : queries.map((one) => one.query);
  return { ...request, queries, timingsMs: {} };
}

/** Options of a request, other than its query, that change an answer. */
export interface AnswerShape {
  readonly format: RowFormat;
  /** Whether the rows without limit and offset are counted too. */
  readonly countsTotal: boolean;
  /** An additional last key of each row. */
  readonly lastKey?: RowKey | RowConstant;
}

/** The question that is one query. */
export function boundQuery(
  prepared: PreparedBlock,
  { format, countsTotal, lastKey }: AnswerShape,
  runtime: Pick<Runtime, 'dialectFor'>,
): BoundQuestion {
  const { bound, model } = prepared;
  return {
    model,
    blocks: [prepared],
    identity: JSON.stringify(['query', format, countsTotal, lastKey ?? null]),
    isEmpty: bound.limit === 0,
    encoding: () => ({ format, ...encodeKeys(bound, lastKey) }),
    render: (context: RequestContext) => {
      const plan = planPrepared(prepared, context);
      const statement = renderPrepared(plan, prepared, runtime);
      const counting = countsTotal ? planPrepared(prepared, context, { countsRows: true }) : undefined;
      const count = counting && renderPrepared(counting, prepared, runtime);
      return { statement, ...(count ? { count } : {}), plans: [plan] };
    },
  };
}

/**
 * Returns the statement of a query, compiled once for all equal queries that are kept, also for those that load rows.
 *
 * @throws InvalidQuery when the model cannot answer it
 */
export function keptStatement(
  prepared: PreparedBlock,
  context: RequestContext,
  runtime: Runtime,
  memory: RequestMemory,
): CompiledQuery {
  const request = {
    question: boundQuery(prepared, { format: 'default', countsTotal: false }, runtime),
    context,
    runtime,
  };
  return toRunnable(answerKey(request, memory), request, memory).statements.rows;
}
