import { chartSpec, type ChartStyle, type ChartType, type Column, pickColumns, type Row } from '@orrery/charts';

interface SpecTextInput {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly style: ChartStyle | undefined;
}

const empty = { $schema: 'https://vega.github.io/schema/vega-lite/v5.json', mark: 'bar', encoding: {} };

/** The spec of the chart that is drawn, as the text that somebody goes on with who writes one. */
export function specTextOf(type: ChartType | undefined, { columns, rows, style }: SpecTextInput): string {
  const picked = pickColumns(columns, rows, style);
  const spec = type && chartSpec(type, picked.columns, { rows: picked.rows, ...(style ? { style } : {}) });
  return JSON.stringify(spec ?? empty, null, 2);
}
