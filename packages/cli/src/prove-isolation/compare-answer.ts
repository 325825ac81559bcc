import type { Rows } from './answer-rows.ts';

/** The rows of the unrestricted question, as many as were read. */
export interface ExpectedRows {
  readonly rows: Rows;
  /** There are no more. */
  readonly isComplete: boolean;
  /** Of these, an answer has so many at most. */
  readonly most: number;
}

export type RowsVerdict =
  | { readonly kind: 'same' }
  /** Each with how often it is there more than in the other. */
  | { readonly kind: 'different'; readonly missing: readonly string[]; readonly surplus: readonly string[] }
  | { readonly kind: 'incomparable'; readonly reason: string };

/**
 * As multisets. Which rows a limit keeps of those that order alike is left to the engine, so that of a cut answer it is
 * told that each of its rows is one of all, as often, and that there are as many as may be.
 */
export function compareAnswer({ rows: expected, isComplete, most }: ExpectedRows, given: Rows): RowsVerdict {
  const isCut = given.length >= most;
  if (!isComplete && isCut) return { kind: 'incomparable', reason: 'more rows than one question may read' };
  const missing = surplusOf(expected, given);
  const surplus = surplusOf(given, expected);
  const hasAll = expected.length > most ? given.length === most : missing.length === 0;
  if (isComplete && hasAll && surplus.length === 0) return { kind: 'same' };
  return { kind: 'different', missing, surplus };
}

function surplusOf(rows: Rows, others: Rows): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) add(counts, row, 1);
  for (const row of others) add(counts, row, -1);
  const more = [...counts].filter(([, count]) => count > 0).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return more.map(([text, count]) => (count > 1 ? `${text}, ${count} times` : text));
}

function add(counts: Map<string, number>, row: readonly unknown[], by: number): void {
  const text = JSON.stringify(row);
  counts.set(text, (counts.get(text) ?? 0) + by);
}
