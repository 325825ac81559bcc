import type { CacheMode, ResponseFormat } from '@orrery/contract';
import {
  type AnswerBody,
  type AnswerService,
  CompressedOnce,
  factsOf,
  loadBytes,
  type LoadRequest,
  streamedLoad,
  variantOf,
} from '../answer/index.ts';
import {
  changesWithinDay,
  contextOf,
  keyOfMark,
  type LoadFacts,
  type ParsedQuery,
  type ParsedRequest,
  pivotQueryOf,
  presentResults,
  type QueryNote,
} from '../query/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import type { DataScope } from '@orrery/kernel';
import { type AnswerShape, boundQuery } from './bind-queries.ts';
import type { AnsweredQuestion, BoundRequest, RepeatableRows } from './bound-request.ts';

/** The rows of one query. */
export interface QueryResult extends ParsedQuery, Omit<AnsweredQuestion, 'kind'> {
  /** Returns the facts about the rows: annotation, last refresh, warnings. */
  head(): LoadFacts;
}

/** Rows, to be presented by the face that requested them. */
export interface RowsAnswer {
  readonly kind: 'rows';
  readonly request: ParsedRequest;
  /** One for each query of the request, in its order. */
  readonly results: readonly QueryResult[];
  /** Returns `undefined` where a repetition may have other rows. */
  repeatable(): RepeatableRows | undefined;
}

/** Options that change the answers to queries. */
export interface QueryOptions {
  /** Absent: the mode that each query names. */
  readonly cacheMode?: CacheMode;
  /** Format of the rows; absent: the one that each query asks for. */
  readonly format?: ResponseFormat;
  /** `false`: the rows without limit and offset are not counted, even where a query asks for that. */
  readonly countsTotal?: false;
}

interface LoadFormSettings {
  readonly runtime: CallerRuntime;
  readonly principal: DataScope;
  readonly options: QueryOptions & { readonly takesLines: boolean };
  /** Shown in development mode. */
  readonly requestId: string | undefined;
  readonly answers: Pick<AnswerService, 'cache'>;
  /** Slot of the clock in which the request was bound. */
  readonly slot: number;
  readonly note: QueryNote;
}

/** Queries in the form of `/v1/load`. */
export function loadForm(
  request: ParsedRequest,
  { runtime, principal, options, requestId, answers, slot, note }: LoadFormSettings,
): BoundRequest<RowsAnswer, ParsedRequest> {
  const { queries, isMulti, queryType } = request;
  const shown = { limits: runtime.query, ...(requestId === undefined ? {} : { requestId }) };
  const context = contextOf(principal);
  const isRegular = queryType === 'regularQuery' && queries.length === 1;
  const resultsOf = (outcomes: readonly AnsweredQuestion[]) =>
    queries.map((query, index): QueryResult => {
      const own = outcomes[index];
      if (!own) throw new Error('each query has an answer');
      const { kind: _, ...result } = own;
      const { answer, isStale } = result;
      return { ...query, ...result, head: () => factsOf(answer, { ...query, isStale, ...shown }) };
    });
  return {
    questions: queries.map((query) => ({
      question: boundQuery(query.prepared, shapeOf(query, options), runtime),
      runtime,
      context,
      cacheMode: options.cacheMode ?? query.cacheMode,
    })),
    mayStream: isRegular,
    about: request,
    onWait: () => undefined,
    rows: (outcomes) => {
      for (const { answer } of outcomes) answer.isRead = true; // for as long as the face likes
      const results = resultsOf(outcomes);
      return { kind: 'rows', request, results, repeatable: () => repeatableRows(request, results, { slot, note }) };
    },
    body: (outcomes) => {
      const results = resultsOf(outcomes);
      const body = bodyOf(request, results, shown, answers);
      const repeatable = () => {
        const rows = repeatableRows(request, results, { slot, note });
        const [result] = results;
        return rows && result && { ...rows, variant: variantOf({ ...result, isMulti, ...shown }) };
      };
      return { kind: 'body', body, repeatable };
    },
    pieces: (stream) => {
      const [only] = queries;
      if (!only) throw new Error('each answer has a query');
      return streamedLoad(stream, { ...only, isMulti, isStale: false, ...shown });
    },
  };
}

function shapeOf({ query, mark, prepared }: ParsedQuery, options: LoadFormSettings['options']): AnswerShape {
  const { format, countsTotal, takesLines } = options;
  if (takesLines) return { format: 'lines', countsTotal: false }; // they have no key
  return {
    format: format ?? query.responseFormat ?? 'default',
    countsTotal: countsTotal ?? query.total ?? false,
    ...(mark ? { lastKey: keyOfMark(mark, prepared.bound) } : {}),
  };
}

function bodyOf(
  { queryType, isMulti }: ParsedRequest,
  results: readonly QueryResult[],
  shown: Pick<LoadRequest, 'limits' | 'requestId'>,
  { cache }: Pick<AnswerService, 'cache'>,
): AnswerBody {
  const [only] = results;
  if (only && queryType === 'regularQuery') {
    const onGrown = cache.reweigher(only.key, only.answer);
    return loadBytes(only.answer, { ...only, isMulti, ...shown }, onGrown);
  }
  const reported = results.map((result) => ({ facts: result.head(), data: result.answer.data }));
  const echoes = results.map(({ prepared, mark }) => ({ echo: prepared.echo, ...(mark ? { mark } : {}) }));
  const bytes = presentResults(queryType, reported, pivotQueryOf(queryType, echoes));
  return new CompressedOnce(bytes, { encodings: 'fast' });
}

/** The rows are repeatable that are of one query, which does not depend on the present moment, and that were kept. */
function repeatableRows(
  request: ParsedRequest,
  results: readonly QueryResult[],
  { slot, note }: Pick<LoadFormSettings, 'slot' | 'note'>,
): RepeatableRows | undefined {
  const [result, ...others] = results;
  if (!result || others.length > 0 || request.queryType !== 'regularQuery') return undefined;
  if (result.cache !== 'hit' || changesWithinDay(request)) return undefined;
  const { key, answer, prepared } = result;
  return { key, answer, model: prepared.model, slot, noted: note.query };
}
