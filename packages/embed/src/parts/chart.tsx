import type { ChartStyle, ChartType, Column, Row } from '@orrery/charts';
import { useEffect, useRef } from 'react';

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

/** Loads what draws charts, so that it is there when the first rows are. */
export function loadCharts(): Promise<typeof import('../chart/draw-chart.ts')> {
  return import('../chart/draw-chart.ts');
}

interface Drawn {
  readonly place: HTMLElement;
  destroy(): void;
}

/** A chart of rows. The picture before stays until the next one is drawn. */
export function Chart({ columns, rows, title, isDark, locale, kind, style, spec }: ChartProps) {
  const plot = useRef<HTMLDivElement>(null);
  const shown = useRef<Drawn>(undefined);
  useEffect(() => {
    const root = plot.current;
    if (!root) return undefined;
    let isOver = false;
    const draw = async () => {
      const { drawChart } = await loadCharts();
      if (isOver) return;
      const place = root.ownerDocument.createElement('div');
      place.dataset['isNext'] = '';
      root.append(place);
      const drawn = await drawChart(place, { columns, rows, title, isDark, locale, kind, style, spec });
      const next: Drawn = {
        place,
        destroy: () => {
          drawn.destroy();
          place.remove();
        },
      };
      if (isOver) return next.destroy();
      delete place.dataset['isNext'];
      shown.current?.destroy();
      shown.current = next;
    };
    void draw();
    return () => {
      isOver = true;
    };
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
