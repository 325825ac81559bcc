import {
  chartSpec,
  type ChartType,
  chartTypes,
  type Column,
  missingFor,
  type Spec,
  withOwnChart,
} from '@orrery/charts';
import { useMemo } from 'react';
import { statementColumns } from '../answer/index.ts';
import { useReportContext } from './report-provider.tsx';

/** A spec that says nothing yet. Data stands in no spec: it is that of the report. */
export const blankVegaSpec: Spec = {
  $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
  mark: 'bar',
  encoding: {},
};

export interface ChartBuilder {
  /** The columns of the result, as charts take them. */
  readonly chartColumns: readonly Column[];
}

export function useChartBuilderContext(): ChartBuilder {
  const { result } = useReportContext().report;
  const chartColumns = useMemo(() => (result ? statementColumns(result) : []), [result]);
  return { chartColumns };
}

/** Whether columns fit a type of chart. */
export function canApplyTemplate(type: ChartType, columns: readonly Column[]): boolean {
  return chartTypes.includes(type) && missingFor(type, columns) === undefined;
}

/** The properties that a template replaces; everything else of a spec stays. */
const made: ReadonlySet<string> = new Set([
  ...['$schema', 'data', 'mark', 'encoding', 'layer', 'transform', 'resolve', 'usermeta'],
]);

/**
 * Makes the chart of a type out of columns.
 *
 * @param spec whose title, size and config are kept
 * @throws when the columns do not fit: see `canApplyTemplate`
 */
export function applyChartTemplate(type: ChartType, spec: Spec, columns: readonly Column[]): Spec {
  const drawn = canApplyTemplate(type, columns) ? chartSpec(type, columns) : undefined;
  if (!drawn) throw new TypeError(`The columns do not fit ${type}. ${missingFor(type, columns) ?? ''}`.trim());
  const kept = Object.entries(spec).filter(([name]) => !made.has(name));
  if (kept.length > 0) return { ...drawn, ...Object.fromEntries(kept) };
  // Rows that come later are drawn by the rules of the type, as in the application.
  return withOwnChart(drawn, { type, style: {} });
}
