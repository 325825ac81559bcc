import type { ChartStyle, ChartType, Column, Row } from '@orrery/charts';
import { useEffect, useRef } from 'react';
import { ChartPlace } from './chart-place.ts';

export interface ChartProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly title: string;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  /** Absent: what fits the columns, or `spec`. */
  readonly kind?: ChartType | undefined;
  /** What was set by hand for a chart without a spec. */
  readonly style?: ChartStyle | undefined;
  /** A Vega-Lite spec, which is data of others. */
  readonly spec?: unknown;
}

/** A chart of rows. The picture before stays until the next one is drawn. */
export function Chart({ columns, rows, title, isDark, locale, kind, style, spec }: ChartProps) {
  const plot = useRef<HTMLDivElement>(null);
  const shown = useRef<ChartPlace>(undefined);
  useEffect(() => {
    if (!plot.current) return undefined;
    shown.current ??= new ChartPlace(plot.current);
    return shown.current.draw({ columns, rows, title, isDark, locale, kind, style, spec });
  }, [columns, rows, title, isDark, locale, kind, style, spec]);
  useEffect(
    () => () => {
      shown.current?.destroy();
      shown.current = undefined;
    },
    [],
  );
  return <div className="orrery-plot" ref={plot} />;
}
