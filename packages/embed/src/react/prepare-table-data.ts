import { type Column, formatterOf, type FormatOverride, titleOf, type Value, withOverride } from '@orrery/charts';
import { statementColumns, statementRows } from '../answer/index.ts';
import type { LogicalQuery, ReportResult } from './report.ts';

export interface TableDataInput extends Pick<ReportResult, 'data' | 'schema'> {
  /** The query of the rows. Its dimensions come first and its measures then, where `columnOrder` does not name them. */
  readonly logicalQuery?: LogicalQuery | undefined;
  /** Widths in pixels, by names of columns. */
  readonly columnWidths?: Readonly<Record<string, number>> | undefined;
  readonly columnFormats?: Readonly<Record<string, FormatOverride>> | undefined;
  /** Names of columns that come first; the others follow. */
  readonly columnOrder?: readonly string[] | undefined;
  /** Titles of the model as heads, by default; else names. */
  readonly useMemberTitles?: boolean | undefined;
  /** BCP 47. */
  readonly locale?: string | undefined;
}

export interface PreparedColumn {
  readonly name: string;
  readonly title: string;
  /** `number`, `string`, `time` or `boolean`. */
  readonly type: string | undefined;
  readonly width: number | undefined;
  /** A value of the column as people read it. */
  readonly format: (value: Value) => string;
}

export interface TableData {
  readonly columns: readonly PreparedColumn[];
  /** A row by names of columns: exact values, numbers as texts with all digits. */
  readonly data: readonly Readonly<Record<string, Value>>[];
}

/** Rows in the form that tables take. */
export function prepareTableData(input: TableDataInput): TableData {
  const { logicalQuery, columnWidths = {}, columnFormats = {}, columnOrder, useMemberTitles = true, locale } = input;
  const rows = statementRows(input);
  const order = columnOrder ?? [...(logicalQuery?.dimensions ?? []), ...(logicalQuery?.measures ?? [])];
  const placed = statementColumns(input)
    .map((column, index) => ({ column, index }))
    .toSorted((one, other) => placeIn(order, one.column) - placeIn(order, other.column));
  const columns = placed.map(({ column, index }): PreparedColumn => {
    const { name, type } = column;
    const shown = withOverride(column, own(columnFormats, name));
    const format = formatterOf(shown, { locale, values: rows.map((row) => row[index]) });
    return { name, title: useMemberTitles ? titleOf(column) : name, type, width: own(columnWidths, name), format };
  });
  const data = rows.map((row) => Object.fromEntries(placed.map(({ column, index }) => [column.name, row[index]])));
  return { columns, data };
}

const own = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function placeIn(order: readonly string[], { name }: Column): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}
