import type { CacheMode } from '@orrery/contract';
import type { RequestContext } from '@orrery/semantic';
import type {
  Answer,
  AnswerBody,
  AnswerFacts,
  AnswerOutcome,
  AnswerStream,
  BoundQuestion,
  CompressedOnce,
  StreamOutcome,
} from '../answer/index.ts';
import type { QueryEvent, QueryNote } from '../query/index.ts';
import type { CallerRuntime, ModelSnapshot } from '../runtime.ts';

export type AnsweredQuestion = Extract<AnswerOutcome, { kind: 'answer' }>;

/** A bound question, and the caller whose rows it has. */
interface QuestionOfCaller {
  readonly question: BoundQuestion;
  readonly runtime: CallerRuntime;
  readonly context: RequestContext;
  readonly cacheMode: CacheMode;
}

/** A body that is the answer to an equal request, too, while the answer that it was made of is good. */
export interface RepeatableBody {
  readonly key: string;
  readonly answer: Answer;
  /** The model that the question was bound to. */
  readonly model: ModelSnapshot;
  /** Slot of the clock in which it was bound, and in which dates mean the same; see `slotOf`. */
  readonly slot: number;
  /** Tells the body from others of the same answer. */
  readonly variant: string;
  /** The request, as the history notes it. */
  readonly noted: QueryEvent['query'];
}

/** The repeatable part of an answer, before a body is made of its rows. */
export type RepeatableRows = Omit<RepeatableBody, 'variant'>;

/** The whole body of an answer. */
export interface BodyAnswer {
  readonly kind: 'body';
  readonly body: AnswerBody;
  /** Returns `undefined` where a repetition may have another answer. */
  repeatable(): RepeatableBody | undefined;
}

/**
 * A request that was read and bound: its questions, which are answered together, and the form of their answer. Statements
 * have one question; comparisons and arrays of queries have several.
 */
export interface BoundRequest<Rows, About> {
  readonly questions: readonly QuestionOfCaller[];
  /** Whether a long answer may be sent while it runs. */
  readonly mayStream: boolean;
  /** Facts that readers of its lines need. */
  readonly about: About;
  /** Present for EXPLAIN. */
  readonly explain?: Explanation;
  /** Called when the answer takes longer than the caller waits. */
  onWait(): void;
  rows(outcomes: readonly AnsweredQuestion[]): Rows;
  body(outcomes: readonly AnsweredQuestion[]): BodyAnswer;
  /** Throws why the rows end early. */
  pieces(stream: AnswerStream): AsyncGenerator<Uint8Array, AnswerFacts>;
}

interface Explanation {
  readonly isAnalyzed: boolean;
  /** @param run of EXPLAIN ANALYZE; all of its rows are read */
  body(run?: { readonly outcome: AnsweredQuestion | StreamOutcome; readonly note: QueryNote }): Promise<CompressedOnce>;
}
