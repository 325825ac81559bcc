import type { EvaluationCounts } from '@orrery/contract';
import type { Grade } from './grade.ts';

const nothing = { pass: 0, fail: 0, review: 0, error: 0, correct: 0, withheld: 0, wrong: 0 };

/** Adds up grades. @param total the number of all questions; absent: of the graded ones */
export function countResults(
  grades: readonly (Pick<Grade, 'verdict' | 'outcome'> & { readonly count?: number })[],
  total?: number,
): EvaluationCounts {
  const counts = { ...nothing };
  let finished = 0;
  for (const { verdict, outcome, count = 1 } of grades) {
    finished += count;
    counts[verdict] += count;
    if (outcome !== undefined) counts[outcome] += count;
  }
  return { total: total ?? finished, finished, ...counts };
}

/** Passed questions of all questions; `undefined` without any. */
export function accuracyOf({ pass, total }: Pick<EvaluationCounts, 'pass' | 'total'>): number | undefined {
  return total === 0 ? undefined : pass / total;
}
