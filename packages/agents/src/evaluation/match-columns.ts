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
  const matched = truth.columns.filter((column) => !unmatched.includes(column));
  // As many columns of a type as the answer has left are taken for these, with other values.
  const taken = [...Map.groupBy(unmatched, ({ type }) => type)].flatMap(([type, columns]) =>
    columns.slice(0, Math.max(countOf(given.columns, type) - countOf(matched, type), 0)),
  );
  return {
    missing: unmatched.filter((column) => !taken.includes(column)),
    different: unmatched.filter((column) => taken.includes(column)),
    isWithin: unmatched.length === 0,
  };
}

function countOf(columns: readonly AnswerColumn[], type: AnswerColumn['type']): number {
  return columns.filter((column) => column.type === type).length;
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
