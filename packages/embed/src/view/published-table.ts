import { type Column, columnStyleOf, readTableStyle, type Row, styledColumns } from '@orrery/charts';

/**
 * The table of a report as its author has set it: the columns that it shows, those that stay in sight first, and how each
 * of them looks.
 *
 * @param spec what was set for the table, as data of others
 */
export function publishedTable(spec: unknown, columns: readonly Column[], rows: readonly Row[]) {
  const style = readTableStyle(spec) ?? {};
  const styleOf = ({ name }: Column) => columnStyleOf(style, name);
  return { ...styledColumns(columns, rows, styleOf), styleOf };
}
