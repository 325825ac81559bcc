import type { Sql, SqlCase, SqlOf } from '../sql/index.ts';
import { present } from './ansi.ts';

/** The values of a case, in their order. */
export function branchesOf({ when, otherwise }: Pick<SqlCase, 'when' | 'otherwise'>): readonly Sql[] {
  return [...when.map(({ value }) => value), ...(otherwise ? [otherwise] : [])];
}

/** Writes the first number that is present as a case. */
export function firstPresent(items: readonly Sql[]): SqlOf<'chosen-number'> {
  const last = items.at(-1);
  if (last === undefined) throw new Error('none of no numbers is the first');
  const when = items.slice(0, -1).map((value) => ({ condition: present(value), value }));
  return { kind: 'chosen-number', when, otherwise: last };
}

/** Whether all values are the same expression; NULLs and literals take the type of the others. */
export function hasOneType(values: readonly Sql[]): boolean {
  const typed = values.filter(({ kind }) => kind !== 'null' && kind !== 'integer');
  return new Set(typed.map((value) => JSON.stringify(value))).size <= 1;
}
