import type { DataScope } from '@orrery/kernel';
import {
  type AnswerRequest,
  type AnswerService,
  answerTogether,
  type StreamOutcome,
  type TogetherOutcome,
} from '../answer/index.ts';
import {
  noteAnswers,
  openNote,
  type OpenNote,
  ownerOf,
  type ParsedRequest,
  type QueryEvent,
  type QueryObserver,
  tenantOf,
} from '../query/index.ts';
import {
  bindQuestion,
  type BodyAnswer,
  type BoundRequest,
  type JsonQuestion,
  type LinesHead,
  type QueryOptions,
  type Question,
  type RowsAnswer,
  type SourceQuestion,
  type StatementQuestion,
  type StatementRowsOptions,
} from '../question/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import type { StatementRows } from '../statement/index.ts';
import type { LinesAnswer, PiecesAnswer, Waiting } from './answers.ts';
import { rowsOfSource, type SourceRows } from './ask-source.ts';
import { inLines } from './in-lines.ts';
import { inPieces } from './in-pieces.ts';
import { untilAnswered } from './until-answered.ts';

export interface AskDependencies {
  readonly answers: AnswerService;
  readonly observer: QueryObserver;
  readonly clock: { now(): number };
  /** Bodies show the id of their request. */
  readonly isDevelopment: boolean;
}

export interface AskOptions extends QueryOptions, StatementRowsOptions {
  /** Endpoint in metrics and the query history. */
  readonly endpoint: QueryEvent['endpoint'];
  readonly principal: DataScope;
  readonly requestId: string;
  /** Fires when the caller is gone. */
  readonly signal: AbortSignal;
}

/** `pieces`: a body, and a long one while it is made. `lines`: rows while they are made. */
type Taken = 'rows' | 'body' | 'pieces' | 'lines';

type AskCall = AskOptions & {
  readonly takes: Taken;
  /** Whether an answer that takes longer than a request waits is waited for. */
  readonly waitsForAnswer?: boolean;
};

type RowsOptions = AskOptions & { readonly takes: 'rows' };

type PatientOptions = RowsOptions & { readonly waitsForAnswer: true };

type AskLinesOptions = AskOptions & { readonly takes: 'lines'; readonly waitsForAnswer: boolean };

type AnyRequest = BoundRequest<RowsAnswer, ParsedRequest> | BoundRequest<StatementRows, LinesHead>;

type AnyAnswer =
  | RowsAnswer
  | StatementRows
  | BodyAnswer
  | PiecesAnswer
  | LinesAnswer<ParsedRequest | LinesHead>
  | Waiting;

/**
 * Answers a question for a caller: the only way to data. In this order, each once: reads it, binds it to the model and the
 * rights of the caller, looks for a kept answer, else compiles and runs it in the line of its data source together with
 * all equal questions, puts the rows into the form that is taken, and tells the observer how it ended. The rows of a
 * statement in the SQL of a data source are neither kept nor shared.
 *
 * @returns Waiting when the answer takes longer than a request waits, unless the caller waits for it
 * @throws InvalidQuery, StatementInvalid, DataSourceFailure, Unavailable, QueryCancelled, Invalid for answers that are too
 * large, the reason of the signal; of a data source also SourceStatementInvalid and NotFound
 */
export function ask(
  runtime: CallerRuntime,
  question: JsonQuestion,
  options: PatientOptions,
  dependencies: AskDependencies,
): Promise<RowsAnswer>;
export function ask(
  runtime: CallerRuntime,
  question: JsonQuestion,
  options: RowsOptions,
  dependencies: AskDependencies,
): Promise<RowsAnswer | Waiting>;
export function ask(
  runtime: CallerRuntime,
  question: JsonQuestion,
  options: AskLinesOptions,
  dependencies: AskDependencies,
): Promise<LinesAnswer<ParsedRequest> | Waiting>;
export function ask(
  runtime: CallerRuntime,
  question: StatementQuestion,
  options: PatientOptions,
  dependencies: AskDependencies,
): Promise<StatementRows>;
export function ask(
  runtime: CallerRuntime,
  question: StatementQuestion,
  options: AskLinesOptions,
  dependencies: AskDependencies,
): Promise<LinesAnswer<LinesHead> | Waiting>;
export function ask(
  runtime: CallerRuntime,
  question: SourceQuestion,
  options: PatientOptions,
  dependencies: AskDependencies,
): Promise<SourceRows>;
export function ask(
  runtime: CallerRuntime,
  question: JsonQuestion | StatementQuestion,
  options: AskOptions & { readonly takes: 'body' },
  dependencies: AskDependencies,
): Promise<BodyAnswer | Waiting>;
export function ask(
  runtime: CallerRuntime,
  question: JsonQuestion | StatementQuestion,
  options: AskOptions & { readonly takes: 'body' | 'pieces'; readonly waitsForAnswer?: boolean },
  dependencies: AskDependencies,
): Promise<BodyAnswer | PiecesAnswer | Waiting>;
export async function ask(
  runtime: CallerRuntime,
  question: Question,
  options: AskCall,
  dependencies: AskDependencies,
): Promise<AnyAnswer | SourceRows> {
  const { endpoint, principal, requestId, signal, takes } = options;
  const { answers, clock, isDevelopment } = dependencies;
  const open = openNote({ endpoint, request: { id: requestId }, principal, runtime }, dependencies);
  try {
    if (question.kind === 'source') {
      const rows = await rowsOfSource(runtime, question, { principal, signal, clock }, open.note);
      open.succeed();
      return rows;
    }
    const caller = { runtime, principal, requestId, signal, now: clock.now() };
    const taking = { options: { ...options, takesLines: takes === 'lines' }, isDevelopment, answers };
    const bound = await bindQuestion(question, { ...caller, ...taking }, open.note);
    return await answer(bound, runtime, options, answers, open);
  } catch (error) {
    open.fail(error);
    throw error;
  }
}

async function answer(
  bound: AnyRequest,
  runtime: CallerRuntime,
  options: AskCall,
  answers: AnswerService,
  open: OpenNote,
): Promise<AnyAnswer> {
  const { principal, requestId, signal, takes } = options;
  const { note } = open;
  const { explain } = bound;
  if (explain?.isAnalyzed === false) return explained(await explain.body(), open);
  const caller = { tenant: tenantOf(principal), owner: ownerOf(principal, requestId), signal };
  const requests = bound.questions.map((one): AnswerRequest => ({ ...one, ...caller }));
  if (takes === 'lines') {
    const begun = await inLines(requests, (request) => answers.answerOrStream(request), options, open);
    return begun.kind === 'wait' ? waiting(begun, bound, open) : { ...begun, about: bound.about };
  }
  const outcome = await outcomeOf(requests, { ...options, mayStream: bound.mayStream }, runtime, answers);
  if (outcome.kind === 'wait') return waiting(outcome, bound, open);
  if (explain) {
    const [first] = outcome.kind === 'stream' ? [outcome] : outcome.outcomes;
    return explained(await explain.body(first && { outcome: first, note }), open);
  }
  if (outcome.kind === 'stream') return inPieces(outcome, bound.pieces(outcome.stream), open);
  noteAnswers(note, outcome.outcomes);
  if (takes === 'rows') {
    const rows = bound.rows(outcome.outcomes);
    open.succeed();
    return rows;
  }
  const body = bound.body(outcome.outcomes);
  note.bytes = body.body.byteLength;
  open.succeed();
  return body;
}

/** Answers a single question with its first rows when it is long, and several questions when all answers are there. */
async function outcomeOf(
  requests: readonly AnswerRequest[],
  { signal, takes, waitsForAnswer = false, mayStream }: AskCall & Pick<AnyRequest, 'mayStream'>,
  runtime: CallerRuntime,
  answers: AnswerService,
): Promise<TogetherOutcome | StreamOutcome> {
  const [only] = requests;
  const together = { requests, signal, maxResultMb: runtime.query.maxResultMb };
  const once = async (): Promise<TogetherOutcome | StreamOutcome> => {
    if (takes !== 'pieces' || !mayStream || !only) return answerTogether(answers, together);
    const outcome = await answers.answerOrStream(only);
    return outcome.kind === 'answer' ? { kind: 'answers', outcomes: [outcome] } : outcome;
  };
  return waitsForAnswer ? untilAnswered(once, signal) : once();
}

function waiting(outcome: Waiting, bound: AnyRequest, { note, succeed }: OpenNote): Waiting {
  bound.onWait();
  note.reported = 'request.continue-wait';
  succeed();
  return outcome;
}

function explained(body: BodyAnswer['body'], { succeed }: OpenNote): BodyAnswer {
  succeed();
  return { kind: 'body', body, repeatable: () => undefined };
}
