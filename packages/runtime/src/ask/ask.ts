import type { CacheMode, ResponseFormat } from '@orrery/contract';
import type { DataScope } from '@orrery/kernel';
import {
  type AnswerRequest,
  type AnswerService,
  answerTogether,
  factsOf,
  type StreamOutcome,
  type TogetherOutcome,
} from '../answer/index.ts';
import {
  contextOf,
  keyOfMark,
  noteAnswers,
  openNote,
  ownerOf,
  type QueryEvent,
  type QueryObserver,
  tenantOf,
  type ParsedQuery,
  type ParsedRequest,
} from '../query/index.ts';
import { type AnswerShape, boundQuery } from '../question/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import type { BodyAnswer, LinesAnswer, PiecesAnswer, QueryResult, RowsAnswer, Waiting } from './answers.ts';
import { bodyOf } from './body-of.ts';
import { inLines } from './in-lines.ts';
import { inPieces } from './in-pieces.ts';
import { prepareToAnswer, type QueryToAnswer } from './query-to-answer.ts';

export interface AskDependencies {
  readonly answers: AnswerService;
  readonly observer: QueryObserver;
  readonly clock: { now(): number };
  /** Bodies show the id of their request. */
  readonly isDevelopment: boolean;
}

export interface AskOptions {
  /** The endpoint in metrics and in the query history. */
  readonly endpoint: QueryEvent['endpoint'];
  readonly principal: DataScope;
  readonly requestId: string;
  /** Fires when the caller is gone. */
  readonly signal: AbortSignal;
  /** Absent: the mode that each query names. */
  readonly cacheMode?: CacheMode;
  /** Format of the rows; absent: the one that each query asks for. */
  readonly format?: ResponseFormat;
  /** `false`: the rows without limit and offset are not counted, even where a query asks for that. */
  readonly countsTotal?: false;
}

/** `pieces`: a body, and a long one while it is made. `lines`: rows while they are made. */
type Taken = 'rows' | 'body' | 'pieces' | 'lines';

type Patient = { readonly takes: 'rows'; readonly waitsForAnswer: true };

/**
 * Answers queries for a caller: the only way to data. In this order, each once: reads them, binds them to the model and
 * the rights of the caller, looks for a kept answer, else compiles and runs them in the line of their data source
 * together with all who ask the same, puts the rows into the form that is taken, and tells the observer how it ended.
 *
 * @returns Waiting when the answer takes longer than a request waits, unless the caller waits for it
 * @throws InvalidQuery, DataSourceFailure, Unavailable, QueryCancelled, Invalid for answers that are too large, the
 * reason of the signal
 */
export function ask(
  runtime: CallerRuntime,
  query: QueryToAnswer,
  options: AskOptions & Patient,
  dependencies: AskDependencies,
): Promise<RowsAnswer>;
export function ask(
  runtime: CallerRuntime,
  query: QueryToAnswer,
  options: AskOptions & { readonly takes: 'rows' },
  dependencies: AskDependencies,
): Promise<RowsAnswer | Waiting>;
export function ask(
  runtime: CallerRuntime,
  query: QueryToAnswer,
  options: AskOptions & { readonly takes: 'body' },
  dependencies: AskDependencies,
): Promise<BodyAnswer | Waiting>;
export function ask(
  runtime: CallerRuntime,
  query: QueryToAnswer,
  options: AskOptions & { readonly takes: 'body' | 'pieces' },
  dependencies: AskDependencies,
): Promise<BodyAnswer | PiecesAnswer | Waiting>;
export function ask(
  runtime: CallerRuntime,
  query: QueryToAnswer,
  options: AskOptions & { readonly takes: 'lines'; readonly waitsForAnswer: boolean },
  dependencies: AskDependencies,
): Promise<LinesAnswer | Waiting>;
export async function ask(
  runtime: CallerRuntime,
  query: QueryToAnswer,
  options: Asking,
  dependencies: AskDependencies,
): Promise<RowsAnswer | BodyAnswer | PiecesAnswer | LinesAnswer | Waiting> {
  const { answers, clock, isDevelopment } = dependencies;
  const { endpoint, principal, requestId, signal, takes } = options;
  const open = openNote({ endpoint, request: { id: requestId }, principal, runtime }, dependencies);
  const { note } = open;
  try {
    const request = await prepareToAnswer(query, { runtime, principal, now: clock.now(), signal }, note);
    if (takes === 'lines') {
      const begin = (one: ParsedQuery) => answers.answerOrStream(requestFor(one, runtime, options));
      return await inLines(request, begin, options, open);
    }
    const outcome = await answered(request, runtime, options, answers);
    const shown = { limits: runtime.query, ...(isDevelopment ? { requestId } : {}) };
    if (outcome.kind === 'stream') return inPieces(outcome, request, shown, open);
    if (outcome.kind === 'wait') {
      note.reported = 'request.continue-wait';
      open.succeed();
      return outcome;
    }
    const results = request.queries.map((one, index): QueryResult => {
      const own = outcome.outcomes[index];
      if (!own) throw new Error('each query has an answer');
      const { kind: _, ...result } = own;
      const { answer, isStale } = result;
      return { ...one, ...result, head: () => factsOf(answer, { ...one, isStale, ...shown }) };
    });
    noteAnswers(note, results);
    if (takes === 'rows') {
      open.succeed();
      return { kind: 'rows', request, results };
    }
    const body = bodyOf(request, results, shown, answers);
    note.bytes = body.bytes.byteLength;
    open.succeed();
    return { kind: 'body', request, results, body };
  } catch (error) {
    open.fail(error);
    throw error;
  }
}

type Asking = AskOptions & { readonly takes: Taken; readonly waitsForAnswer?: boolean };

/** Answers queries. A single long query is answered with its first rows; several are answered when all results are there. */
async function answered(
  { queryType, queries }: ParsedRequest,
  runtime: CallerRuntime,
  options: Asking,
  answers: AnswerService,
): Promise<TogetherOutcome | StreamOutcome> {
  const { signal, takes, waitsForAnswer } = options;
  const requests = queries.map((query) => requestFor(query, runtime, options));
  const [only, ...others] = requests;
  if (takes === 'pieces' && only && others.length === 0 && queryType === 'regularQuery') {
    const outcome = await answers.answerOrStream(only);
    return outcome.kind === 'answer' ? { kind: 'answers', outcomes: [outcome] } : outcome;
  }
  const together = { requests, signal, maxResultMb: runtime.query.maxResultMb };
  if (!waitsForAnswer) return answerTogether(answers, together);
  for (;;) {
    signal.throwIfAborted();
    const outcome = await answerTogether(answers, together);
    if (outcome.kind === 'answers') return outcome;
  }
}

function requestFor(query: ParsedQuery, runtime: CallerRuntime, options: Asking): AnswerRequest {
  const { principal, requestId, signal } = options;
  return {
    question: boundQuery(query.prepared, shapeOf(query, options), runtime),
    runtime,
    cacheMode: options.cacheMode ?? query.cacheMode,
    context: contextOf(principal),
    tenant: tenantOf(principal),
    owner: ownerOf(principal, requestId),
    signal,
  };
}

function shapeOf({ query, mark, prepared }: ParsedQuery, { format, countsTotal, takes }: Asking): AnswerShape {
  if (takes === 'lines') return { format: 'lines', countsTotal: false }; // they have no key
  return {
    format: format ?? query.responseFormat ?? 'default',
    countsTotal: countsTotal ?? query.total ?? false,
    ...(mark ? { lastKey: keyOfMark(mark, prepared.bound) } : {}),
  };
}
