import type { ChartStyle, ChartType, Column, Row } from '@orrery/charts';
import { useMemo } from 'react';
import { ChartPlace } from './chart-place.ts';
import { useDrawing } from './use-drawing.ts';

export interface ChartProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly title: string;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  /** Absent: what fits the columns, or `spec`. */
  readonly kind?: ChartType | undefined;
  /** The settings that a user made for a chart without a spec. */
  readonly style?: ChartStyle | undefined;
  /** A Vega-Lite spec, which is data of others. */
  readonly spec?: unknown;
  /** The settings of a map, which are untrusted data. Absent: the chart is not a map. */
  readonly map?: unknown;
}

const open = (root: HTMLElement) => new ChartPlace(root);

/** A chart of rows. The picture before stays until the next one is drawn. */
export function Chart({ columns, rows, title, isDark, locale, kind, style, spec, map }: ChartProps) {
  const input = useMemo(
    () => ({ columns, rows, title, isDark, locale, kind, style, spec, map }),
    [columns, rows, title, isDark, locale, kind, style, spec, map],
  );
  return <div className="orrery-plot" ref={useDrawing(open, input)} />;
}
