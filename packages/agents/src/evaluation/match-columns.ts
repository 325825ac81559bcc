import { comparableCell } from '../rows/index.ts';
import type { ResultOfStatement } from '../turn/index.ts';

type AnswerColumn = ResultOfStatement['columns'][number];

interface Unmatched {
  /** Right columns without values in the answer, which has no further column of their kind either. */
  readonly missing: readonly AnswerColumn[];
  /** Right columns whose values no column of the answer has. */
  readonly different: readonly AnswerColumn[];
  /** Whether every value of each right column is in some column of the answer. */
  readonly isWithin: boolean;
}

/** Finds the right columns that no column of an answer stands for, to say why it is wrong. */
export function columnsWithout(truth: ResultOfStatement, given: ResultOfStatement): Unmatched {
  const own = given.columns.map((_, index) => countsOf(given, index));
  const unmatched = truth.columns.filter((_, index) => {
    const values = countsOf(truth, index);
    return !own.some((one) => holds(one, values));
  });
  const left = new Map<string, number>();
  for (const { type } of given.columns) left.set(type, (left.get(type) ?? 0) + 1);
  const take = ({ type }: AnswerColumn): boolean => {
    const count = left.get(type) ?? 0;
    left.set(type, count - 1);
    return count > 0;
  };
  for (const column of truth.columns) if (!unmatched.includes(column)) take(column);
  const missing = unmatched.filter((column) => !take(column));
  const different = unmatched.filter((column) => !missing.includes(column));
  return { missing, different, isWithin: unmatched.length === 0 };
}

/** How often a column has each value. */
function countsOf({ rows }: ResultOfStatement, index: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = comparableCell(row[index]);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function holds(all: ReadonlyMap<string, number>, some: ReadonlyMap<string, number>): boolean {
  return [...some].every(([value, count]) => (all.get(value) ?? 0) >= count);
}
