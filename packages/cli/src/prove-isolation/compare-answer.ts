import type { AnswerRows } from './answer-rows.ts';

/** Rows of the unrestricted query, read up to a maximum number. */
export interface ExpectedRows {
  readonly rows: AnswerRows;
  /** Whether `rows` holds every row of the query. */
  readonly isComplete: boolean;
  /** Maximum number of rows that an answer may contain. */
  readonly most: number;
}

export type RowsVerdict =
  | { readonly kind: 'same' }
  /** Rows with the number of times they occur more often on one side. */
  | { readonly kind: 'different'; readonly missing: readonly string[]; readonly surplus: readonly string[] }
  | { readonly kind: 'incomparable'; readonly reason: string };

/**
 * Compares rows as multisets. The engine decides which of equally ordered rows a limit keeps, so for a limited answer
 * the check is that each row occurs at least as often in the full rows, and that their number is right.
 */
export function compareAnswer({ rows: expected, isComplete, most }: ExpectedRows, given: AnswerRows): RowsVerdict {
  const isCut = given.length >= most;
  if (!isComplete && isCut) return { kind: 'incomparable', reason: 'more rows than one query may read' };
  const missing = surplusOf(expected, given);
  const surplus = surplusOf(given, expected);
  const hasAll = expected.length > most ? given.length === most : missing.length === 0;
  if (isComplete && hasAll && surplus.length === 0) return { kind: 'same' };
  return { kind: 'different', missing, surplus };
}

function surplusOf(rows: AnswerRows, others: AnswerRows): readonly string[] {
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
