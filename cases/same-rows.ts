import type { Cell, Rows } from './fixture-database.ts';

/** Rows with doubles rounded where the other side has a double in their place, so that `toEqual` can compare them. */
export function comparable(rows: Rows, other: Rows, isOrdered: boolean): Rows {
  const hasDoubles = (rows[0] ?? []).map((_, column) =>
    [...rows, ...other].some((row) => typeof row[column] === 'number'),
  );
  const rounded = rows.map((row) => row.map((cell, column) => (hasDoubles[column] ? round(cell) : cell)));
  return isOrdered ? rounded : rounded.toSorted(byText);
}

function round(cell: Cell): Cell {
  return cell === null ? null : Number(Number(cell).toPrecision(12));
}

function byText(a: readonly Cell[], b: readonly Cell[]): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
