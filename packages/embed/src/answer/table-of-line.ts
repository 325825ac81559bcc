import { comparedTable, type Column, type Comparison, type Row, withDistinctTitles } from '@orrery/charts';
import { readingOf, withReading } from './as-of.ts';

/** The rows of a chart as the server sends them for a dashboard: those of a comparison come below each other. */
export interface LineRows {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly comparison?: Comparison | undefined;
  readonly lastRefreshTime?: string | undefined;
  readonly timezone?: string | undefined;
}

/** The rows as they are shown: compared ranges next to each other, and buckets that are not over marked as such. */
export function tableOfLine({ columns, rows, comparison, ...about }: LineRows): Pick<LineRows, 'columns' | 'rows'> {
  const asOf = readingOf(about);
  const read = withReading(withDistinctTitles(columns), asOf);
  return comparedTable({ columns: read, rows }, comparison && { ...comparison, asOf });
}
