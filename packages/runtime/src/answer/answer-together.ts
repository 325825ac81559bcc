import { refuseLargeResult } from '../source/index.ts';
import { byteSize } from './answer.ts';
import type { AnswerOutcome, AnswerRequest, AnswerService } from './answer-service.ts';

const bytesPerMb = 1024 * 1024;

type ReadyAnswer = Extract<AnswerOutcome, { kind: 'answer' }>;
type Waiting = Extract<AnswerOutcome, { kind: 'wait' }>;

export type TogetherOutcome = { readonly kind: 'answers'; readonly outcomes: readonly ReadyAnswer[] } | Waiting;

export interface Together {
  readonly requests: readonly AnswerRequest[];
  readonly signal: AbortSignal;
  /** Bound on the size of all answers together. */
  readonly maxResultMb: number;
}

/**
 * Answers several queries together. When one fails, the others are stopped; when one takes longer than its caller
 * waits, the others are held until the caller asks again, so that each runs only once.
 *
 * @throws what `AnswerService.answer` throws, Invalid for answers that are too large together
 */
export async function answerTogether(answers: AnswerService, together: Together): Promise<TogetherOutcome> {
  const { requests, signal: left, maxResultMb } = together;
  const [only, ...others] = requests;
  if (only && others.length === 0) return answerAlone(answers, only);
  const failure = new AbortController();
  const signal = AbortSignal.any([left, failure.signal]);
  // Equal queries of one caller run once: a held answer is returned only once.
  const asked = new Map<string, Promise<AnswerOutcome>>();
  let bytes = 0;
  const answerOnce = async (request: AnswerRequest): Promise<AnswerOutcome> => {
    const outcome = await answers.answer({ ...request, signal });
    if (outcome.kind === 'answer') bytes += byteSize(outcome.answer);
    if (bytes > maxResultMb * bytesPerMb) throw refuseLargeResult(maxResultMb);
    return outcome;
  };
  const work = requests.map((request) => {
    const key = `${request.cacheMode} ${answers.keyOf(request)}`;
    const known = asked.get(key) ?? answerOnce(request);
    asked.set(key, known);
    return known;
  });
  let outcomes: readonly AnswerOutcome[];
  try {
    outcomes = await Promise.all(work);
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(work);
    throw error;
  }
  const waiting = outcomes.find((outcome) => outcome.kind === 'wait');
  const done = outcomes.filter((outcome) => outcome.kind === 'answer');
  if (!waiting) return { kind: 'answers', outcomes: done };
  for (const [index, outcome] of outcomes.entries()) {
    const owner = requests[index]?.owner;
    if (outcome.kind !== 'answer' || outcome.isStale || owner === undefined) continue;
    answers.runs.hold(outcome.key, owner, outcome.answer, outcome.cache === 'shared');
  }
  return waiting;
}

/** Most requests have a single query, and there may be thousands in a second. */
async function answerAlone(answers: AnswerService, request: AnswerRequest): Promise<TogetherOutcome> {
  const outcome = await answers.answer(request);
  return outcome.kind === 'wait' ? outcome : { kind: 'answers', outcomes: [outcome] };
}
