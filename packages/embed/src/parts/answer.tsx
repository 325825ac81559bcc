import {
  type ChartStyle,
  type ChartType,
  type Column,
  type KpiStyle,
  type MapStyle,
  type Presentation,
  presentationOf,
  type Row,
} from '@orrery/charts';
import { useMemo } from 'react';
import { bodyOf } from '../view/index.ts';
import { Body } from './body.tsx';
import { ResultTable } from './result-table.tsx';

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

/** Rows in the form that fits them, or in the one that was chosen: KPIs, a chart or a table. */
export function Answer(props: AnswerProps) {
  const { columns, rows, title, isDark, locale, kind, style, kpi, map, contentAddress } = props;
  const body = useMemo(
    () => bodyOf(presentationFor({ columns, rows, kind, style }), { style, kpi, map }),
    [columns, rows, kind, style, kpi, map],
  );
  if (body.kind === 'table') return <ResultTable columns={columns} rows={rows} title={title} locale={locale} />;
  return <Body {...{ body, columns, rows, title, isDark, locale, contentAddress }} />;
}

function presentationFor(props: Pick<AnswerProps, 'columns' | 'rows' | 'kind' | 'style'>): Presentation {
  const { columns, rows, kind, style } = props;
  if (kind === undefined) return presentationOf({ columns, rows, style });
  return kind === 'kpi' || kind === 'map' || kind === 'table' ? { kind } : { kind: 'chart', type: kind };
}
