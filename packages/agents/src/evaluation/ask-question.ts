import { RequestError, Unavailable } from '@orrery/kernel';
import { type DataOfTurn, type Part, TurnFailed } from '../turn/index.ts';
import { evaluationBounds } from './evaluation-bounds.ts';
import type { Grade } from './grade.ts';
import { gradeAnswer } from './grade-answer.ts';
import { type GivenAnswer, readAnswer } from './read-answer.ts';

/** The agent that answers the questions of an evaluation, with its data. */
export interface Examinee {
  /** The data with the rights of the person who asks, by which answers are graded. */
  readonly data: DataOfTurn;
  /** Answers a question that follows no other one. */
  answer(question: string, signal: AbortSignal): Promise<StartedAnswer>;
}

interface StartedAnswer {
  readonly parts: AsyncIterable<Part>;
  /** The name of the model, or `analyst`. */
  readonly model: string;
}

/** A question with the statement of its right answer. */
export interface QuestionToGrade {
  readonly question: string;
  readonly truthSql: string;
}

export interface GradedQuestion extends Grade {
  readonly agentSql?: string;
  readonly agentAnswer?: string;
  readonly model?: string;
  readonly answerMs: number;
  readonly gradingMs: number;
}

interface AskingDependencies {
  readonly log: { error(facts: object, message: string): void };
  readonly seconds?: number;
}

/**
 * Asks a question, and grades the answer.
 *
 * @throws Unavailable when the data cannot be queried now, the reason of the signal
 */
export async function askQuestion(
  { question, truthSql }: QuestionToGrade,
  examinee: Examinee,
  signal: AbortSignal,
  { log, seconds = evaluationBounds.questionSeconds }: AskingDependencies,
): Promise<GradedQuestion> {
  const late = new QuestionLate(`The question took longer than ${seconds} seconds`);
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(late), seconds * 1_000);
  const bounded = AbortSignal.any([signal, over.signal]);
  const begin = performance.now();
  let model: string | undefined;
  let answered = begin;
  let answer: GivenAnswer | undefined;
  const done = (grade: Grade): GradedQuestion => {
    const sql = answer?.sql ?? answer?.failedSql;
    return {
      ...grade,
      ...(sql === undefined ? {} : { agentSql: sql }),
      ...(answer ? { agentAnswer: answer.text } : {}),
      ...(model === undefined ? {} : { model }),
      answerMs: Math.round(answered - begin),
      gradingMs: Math.round(performance.now() - answered),
    };
  };
  try {
    const started = await examinee.answer(question, bounded);
    model = started.model;
    answer = await readAnswer(started.parts, bounded);
    answered = performance.now();
    return done(await gradeAnswer(answer, truthSql, { data: examinee.data, signal: bounded }));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Unavailable) throw error;
    if (answer) return done({ verdict: 'error', reason: 'ground-truth-failed', detail: wordsOf(error, log) });
    answered = performance.now();
    return done({ verdict: 'error', reason: 'agent-error', detail: wordsOf(error, log) });
  } finally {
    clearTimeout(timer);
  }
}

class QuestionLate extends Error {}

/** Returns the part of an error that users may see. Our own faults go to the log. */
function wordsOf(error: unknown, log: AskingDependencies['log']): string {
  const isTold = error instanceof TurnFailed || error instanceof QuestionLate || error instanceof RequestError;
  if (isTold) return `${error.message.replace(/\.$/, '')}.`;
  log.error({ err: error }, 'an eval question could not be asked');
  return 'The agent could not answer.';
}
