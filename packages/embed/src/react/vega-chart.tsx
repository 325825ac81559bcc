import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { statementColumns, statementRows } from '../answer/index.ts';
import { BodyPlace } from '../body/index.ts';
import type { ReportResult } from './report.ts';
import { type LookProps, ShadowPlace, useIsDark } from './shadow-place.tsx';

export interface VegaChartProps extends LookProps {
  readonly data: ReportResult['data'];
  readonly schema: ReportResult['schema'];
  /** A Vega-Lite spec, as JSON or as a value; its data is `data`. Absent: the chart that fits the columns. */
  readonly vegaSpecProp?: unknown;
  /** Whether other rows are on their way: those that are drawn stay. */
  readonly isLoading?: boolean | undefined;
  /** The element that is drawn into. */
  readonly containerRef?: RefObject<HTMLDivElement | null> | undefined;
  /** Name of the chart for people who cannot see it. */
  readonly title?: string | undefined;
}

const texts = { title: 'Chart' } as const;

/** A chart of the rows of a report, as tall as its element, with the same rows as a table behind it. */
export function VegaChart(props: VegaChartProps) {
  const { data, schema, vegaSpecProp: spec, isLoading, containerRef, theme, locale, className } = props;
  const title = props.title ?? texts.title;
  const isDark = useIsDark(theme);
  const columns = useMemo(() => statementColumns({ schema }), [schema]);
  const rows = useMemo(() => statementRows({ data, schema }), [data, schema]);
  const place = useRef<BodyPlace>(undefined);
  const show = useCallback(
    (root: HTMLElement) => {
      const shown = (place.current ??= new BodyPlace(root));
      // A chart shows no content of others.
      const body = { kind: 'chart', chart: { spec } } as const;
      void shown.draw({ body, columns, rows, title, isDark, locale, contentAddress: '' });
      return () => shown.leave();
    },
    [columns, rows, spec, isDark, locale, title],
  );
  useEffect(
    () => () => {
      place.current?.destroy();
      place.current = undefined;
    },
    [],
  );
  return <ShadowPlace {...{ isDark, isBusy: isLoading, className, containerRef, show }} />;
}
