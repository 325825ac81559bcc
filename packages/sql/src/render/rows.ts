import type { Scale } from '../functions/index.ts';
import { type Column, columnsOf, type Relation } from '../relation/index.ts';
import { nameOf, type ReachedColumns } from './reached-columns.ts';
import { branches, renderScalar, type ScalarContext } from './scalar.ts';

/** Rows of constants as a SELECT. */
export function renderValues(
  { columns, rows }: Extract<Relation, { kind: 'values' }>,
  context: ScalarContext,
  reached: ReachedColumns,
): string {
  if (columns.length === 0) return 'SELECT 1 AS one';
  const rendered = rows.map((row) => row.map((one) => renderScalar(one, context)));
  const aligned = columns.map((_, index) =>
    branches(
      'VALUES',
      rendered.map((row) => row[index]).filter((one) => one !== undefined),
      context.target,
    ),
  );
  defineAll(columns, aligned, reached);
  const names = columns.map(({ id }) => nameOf(id));
  const lines = rows.map((_, row) => `(${aligned.map(({ texts }) => texts[row]).join(', ')})`);
  return `SELECT * FROM (VALUES ${lines.join(', ')}) AS v(${names.join(', ')})`;
}

/** Both sides of a set operation, with the columns of one as those of the other. @param texts of the sides */
export function renderSet(
  { operation, isAll, left, right, columns }: Extract<Relation, { kind: 'set' }>,
  texts: readonly [string, string],
  context: ScalarContext,
  reached: ReachedColumns,
): string {
  const sides = [left, right].map((side) => columnsOf(side).map(({ id }) => reached.get(id)));
  const aligned = columns.map((column, index) => {
    const [one, other] = sides.map((side) => side[index]);
    if (!one || !other) throw new Error('both sides have a column');
    return branches(
      operation.toUpperCase(),
      [one.value, other.value].map((value) => ({ ...value, type: column.type })),
      context.target,
    );
  });
  const [first, second] = texts.map((text, side) => {
    const items = aligned.map((column, index) => {
      const own = columns[index];
      if (!own) throw new Error('a set operation has its columns');
      return `${column.texts[side]} AS ${nameOf(own.id)}`;
    });
    return `SELECT ${items.join(', ')} FROM (${text})`;
  });
  defineAll(columns, aligned, reached);
  return `${first} ${operation.toUpperCase()}${isAll ? ' ALL' : ''} ${second}`;
}

function defineAll(
  columns: readonly Column[],
  aligned: readonly { readonly scale?: Scale | undefined }[],
  reached: ReachedColumns,
): void {
  for (const [index, column] of columns.entries()) reached.define(column, { text: '', ...scaleIn(aligned[index]) });
}

export function scaleIn(rendered: { readonly scale?: Scale | undefined } | undefined): { readonly scale?: Scale } {
  return rendered?.scale ? { scale: rendered.scale } : {};
}
