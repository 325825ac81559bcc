import { type Column, type Row, titleOf } from '../column.ts';
import { formatterOf } from '../format/index.ts';

export interface TextTable {
  readonly headers: readonly string[];
  /** Texts of all rows, or of the first ones. */
  readonly rows: readonly (readonly string[])[];
  /** True of columns whose texts stand at the right: numbers are compared by their last digit. */
  readonly areNumbers: readonly boolean[];
  /** How many rows are left out. */
  readonly more: number;
}

/** Makes a table of the rows of an answer, as the alternative of a chart for people who cannot see it. */
export function tableOf(
  columns: readonly Column[],
  rows: readonly Row[],
  { locale, most = rows.length }: { readonly locale?: string | undefined; readonly most?: number } = {},
): TextTable {
  const shown = rows.slice(0, most);
  const formats = columns.map((column, index) =>
    formatterOf(column, { locale, values: shown.map((row) => row[index]) }),
  );
  return {
    headers: columns.map(titleOf),
    rows: shown.map((row) => formats.map((format, index) => format(row[index]))),
    areNumbers: columns.map(({ type }) => type === 'number'),
    more: rows.length - shown.length,
  };
}
