import {
  type ChartStyle,
  type ChartType,
  type Column,
  type KpiStyle,
  type MapStyle,
  presentationOf,
  type Row,
} from '@orrery/charts';
import { useMemo } from 'react';
import { Chart } from './chart.tsx';
import { Kpis } from './kpis.tsx';
import { ResultTable } from './result-table.tsx';

/** The same object, so that nothing is drawn again. */
const noSettings: MapStyle = {};

export interface AnswerProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly title: string;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  readonly kind?: ChartType | 'kpi' | 'map' | 'table' | undefined;
  /** The settings of a chart that a user made. */
  readonly style?: ChartStyle | undefined;
  /** The settings of KPIs that a user made. */
  readonly kpi?: KpiStyle | undefined;
  /** The settings of a map that a user made. */
  readonly map?: MapStyle | undefined;
  /** Address of the page that content of others runs in. */
  readonly contentAddress: string;
}

/** Rows in the form that fits them, or in the one that was chosen: numbers, a chart or a table. */
export function Answer(props: AnswerProps) {
  const { columns, rows, title, isDark, locale, kind, style, kpi, map, contentAddress } = props;
  const presentation = useMemo(() => {
    if (kind === 'kpi' || kind === 'map' || kind === 'table') return { kind } as const;
    return kind === undefined ? presentationOf({ columns, rows, style }) : ({ kind: 'chart', type: kind } as const);
  }, [columns, rows, kind, style]);
  if (presentation.kind === 'kpi')
    return <Kpis {...{ columns, rows, title, isDark, locale, contentAddress }} spec={kpi} />;
  if (presentation.kind === 'map')
    return <Chart {...{ columns, rows, title, isDark, locale }} map={map ?? noSettings} />;
  if (presentation.kind !== 'chart') return <ResultTable columns={columns} rows={rows} title={title} locale={locale} />;
  const { type } = presentation;
  return <Chart {...{ columns, rows, title, isDark, locale, style }} kind={type} />;
}
