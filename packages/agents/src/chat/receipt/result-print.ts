import { hash } from 'node:crypto';
import type { ResultOfStatement } from '../../turn/index.ts';

/** Says whether two results are the same without keeping their rows. */
export interface ResultPrint {
  /** A hash of all rows together, whatever their order. */
  readonly rows: string;
  readonly columns: readonly { readonly name: string; readonly values: string }[];
}

type ResultCell = ResultOfStatement['rows'][number][number];

/** The order of rows does not count: where a statement leaves it open, it may change from run to run. */
export function printOf({ columns, rows }: Pick<ResultOfStatement, 'columns' | 'rows'>): ResultPrint {
  const cells = rows.map((row) => columns.map(({ column_type: type }, index) => cellText(row[index] ?? null, type)));
  return {
    rows: hashOf(cells.map((row) => JSON.stringify(row))),
    columns: columns.map(({ name }, index) => ({ name, values: hashOf(cells.map((row) => row[index] ?? '')) })),
  };
}

/** Doubles of sums differ in their last digits by the order in which an engine adds. */
const significantDigits = 12;

function cellText(cell: ResultCell, type: unknown): string {
  if (cell === null) return 'null';
  if (type !== 'Double' || typeof cell === 'boolean') return `${typeof cell} ${cell}`;
  const number = Number(cell);
  return Number.isFinite(number) ? `number ${Number(number.toPrecision(significantDigits))}` : `text ${cell}`;
}

function hashOf(texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts.toSorted())).slice(0, 32);
}
