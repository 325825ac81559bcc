import { askQuestion, type Examinee, type GradedQuestion } from './ask-question.ts';
import type { NamedQuestion } from './evaluation.ts';
import { evaluationBounds } from './evaluation-bounds.ts';
import { inParallel } from './in-parallel.ts';

export interface GradedInOrder extends NamedQuestion, GradedQuestion {}

interface AskAllOptions {
  readonly signal: AbortSignal;
  readonly log: Parameters<typeof askQuestion>[3]['log'];
  /** Called with each grade as soon as it is known. */
  readonly onGraded?: (graded: GradedInOrder, done: number) => void;
}

/** Asks all questions, some at once. @returns their grades in the order of the questions @throws as `askQuestion` */
export async function askAll(
  questions: readonly NamedQuestion[],
  examinee: Examinee,
  { signal, log, onGraded }: AskAllOptions,
): Promise<readonly GradedInOrder[]> {
  const graded = new Map<NamedQuestion, GradedInOrder>();
  const pace = { most: evaluationBounds.atOnce, signal, isOver: () => false };
  await inParallel(questions, pace, async (question, bounded) => {
    const one = { ...question, ...(await askQuestion(question, examinee, bounded, { log })) };
    graded.set(question, one);
    onGraded?.(one, graded.size);
  });
  return questions.flatMap((question) => graded.get(question) ?? []);
}
