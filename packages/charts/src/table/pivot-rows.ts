import { type Column, isMeasure, type Row, titleOf, type Value } from '../column.ts';
import { formatterOf } from '../format/index.ts';

export interface PivotedRows {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The measure and the group that each pivoted column shows, by the column's name. */
  readonly sources: ReadonlyMap<string, PivotSource>;
  /** Columns that are left out, because there are too many. */
  readonly more: number;
}

/** The column that a pivoted one is of, and the values above it, as they are and as they are shown. */
export interface PivotSource {
  readonly name: string;
  readonly above: readonly { readonly name: string; readonly value: Value }[];
  readonly title: string;
}

interface PivotInput {
  /** Names of the columns whose values become columns. */
  readonly across: readonly string[];
  readonly locale?: string | undefined;
  readonly most?: number;
}

const mostColumns = 200;

/**
 * Puts values of dimensions side by side: a row for each combination of the other dimensions, and a column for each of
 * their values and each measure, in the order in which they come. A combination without a row is empty, and not zero; one
 * with several rows, as answers without groups have, is in as many rows.
 */
export function pivotRows(
  columns: readonly Column[],
  rows: readonly Row[],
  { across, locale, most = mostColumns }: PivotInput,
): PivotedRows {
  const indexes = columns.map((_, index) => index);
  const measures = indexes.filter((index) => isMeasure(columnAt(columns, index)));
  const over = indexes.filter((index) => across.includes(columnAt(columns, index).name) && !measures.includes(index));
  const down = indexes.filter((index) => !over.includes(index) && !measures.includes(index));
  if (over.length === 0 || measures.length === 0) return { columns, rows, sources: new Map(), more: 0 };
  const keyOf = (row: Row, of: readonly number[]) => JSON.stringify(of.map((index) => row[index] ?? null));
  const heads = new Map<string, Row>();
  const lines = new Map<string, { readonly row: Row; readonly values: Map<string, Row> }>();
  const counts = new Map<string, number>();
  for (const row of rows) {
    const head = keyOf(row, over);
    if (!heads.has(head)) heads.set(head, row);
    const cell = keyOf(row, [...down, ...over]);
    const count = counts.get(cell) ?? 0;
    counts.set(cell, count + 1);
    const place = `${keyOf(row, down)} ${count}`;
    const line = lines.get(place) ?? { row, values: new Map<string, Row>() };
    line.values.set(head, row);
    lines.set(place, line);
  }
  const shown = [...heads].slice(0, Math.max(1, Math.floor(most / measures.length)));
  const formats = over.map((index) => formatterOf(columnAt(columns, index), { locale, values: valuesOf(rows, index) }));
  const titleOver = (row: Row) => over.map((index, at) => formats[at]?.(row[index]) ?? '').join(', ');
  const titleFor = (row: Row, measure: Column) =>
    measures.length > 1 ? `${titleOver(row)}, ${titleOf(measure)}` : titleOver(row);
  const pivoted = shown.flatMap(([head, row]) =>
    measures.map((index) => {
      const source = columnAt(columns, index);
      const above = over.map((at) => ({ name: columnAt(columns, at).name, value: row[at] }));
      const from: PivotSource = { name: source.name, above, title: titleOver(row) };
      return { from, column: { ...source, name: `${source.name} ${head}`, shortTitle: titleFor(row, source) } };
    }),
  );
  return {
    columns: [...down.map((index) => columnAt(columns, index)), ...pivoted.map(({ column }) => column)],
    sources: new Map(pivoted.map(({ column, from }) => [column.name, from])),
    rows: [...lines.values()].map(({ row, values }) => [
      ...down.map((index) => row[index]),
      ...shown.flatMap(([head]) => measures.map((index): Value => values.get(head)?.[index])),
    ]),
    more: (heads.size - shown.length) * measures.length,
  };
}

function columnAt(columns: readonly Column[], index: number): Column {
  const column = columns[index];
  if (!column) throw new Error(`there is no column ${index}`);
  return column;
}

const valuesOf = (rows: readonly Row[], index: number): readonly Value[] => rows.map((row) => row[index]);
