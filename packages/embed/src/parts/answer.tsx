import { type ChartStyle, type ChartType, type Column, type KpiStyle, presentationOf, type Row } from '@orrery/charts';
import { useMemo } from 'react';
import { Chart } from './chart.tsx';
import { Kpis } from './kpis.tsx';
import { ResultTable } from './result-table.tsx';

export interface AnswerProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly title: string;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  readonly kind?: ChartType | 'kpi' | 'table' | undefined;
  /** What was set by hand for a chart. */
  readonly style?: ChartStyle | undefined;
  /** What was set by hand for numbers that stand alone. */
  readonly kpi?: KpiStyle | undefined;
  /** Address of the page that content of others runs in. */
  readonly contentAddress: string;
}

/** Rows in the form that fits them, or in the one that was chosen: numbers, a chart or a table. */
export function Answer(props: AnswerProps) {
  const { columns, rows, title, isDark, locale, kind, style, kpi, contentAddress } = props;
  const presentation = useMemo(() => {
    if (kind === 'kpi' || kind === 'table') return { kind } as const;
    return kind === undefined ? presentationOf({ columns, rows, style }) : ({ kind: 'chart', type: kind } as const);
  }, [columns, rows, kind, style]);
  if (presentation.kind === 'kpi')
    return <Kpis {...{ columns, rows, title, isDark, locale, contentAddress }} spec={kpi} />;
  if (presentation.kind !== 'chart') return <ResultTable columns={columns} rows={rows} title={title} locale={locale} />;
  const { type } = presentation;
  return <Chart {...{ columns, rows, title, isDark, locale, style }} kind={type} />;
}
