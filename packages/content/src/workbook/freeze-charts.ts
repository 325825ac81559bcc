import type { DashboardConfig } from '@orrery/contract';
import { type InputProblem, invalidValues } from '@orrery/kernel';
import { chartsOf } from './chart-widgets.ts';
import { type FreezableReport, type FrozenReport, freezeReport } from './frozen-report.ts';

/** Bound on listed problems. */
const mostFaults = 100;

interface FreezingCharts {
  /** Path of the config in the request, or in the workbook. */
  readonly at: string;
  /** Returns those of these reports that the publishing user may read. */
  reportsOf(ids: readonly number[]): Promise<ReadonlyMap<number, FreezableReport>>;
}

/**
 * Returns each report that charts show, once, in the order of the charts.
 *
 * @throws InvalidInput naming every chart whose report is missing or hidden from the publishing user
 */
export async function freezeCharts(
  config: DashboardConfig,
  { at, reportsOf }: FreezingCharts,
): Promise<readonly { readonly reportId: number; readonly report: FrozenReport }[]> {
  const charts = chartsOf(config);
  const ids = [...new Set(charts.flatMap(({ reportId }) => reportId ?? []))];
  const reports = await reportsOf(ids);
  const faults = charts.flatMap(({ path, reportId }): InputProblem[] => {
    if (reportId === undefined) return [{ path: `${at}.${path}`, message: 'must be the number of a report' }];
    if (reports.has(reportId)) return [];
    return [{ path: `${at}.${path}`, message: `names a report that is not there: ${reportId}` }];
  });
  if (faults.length > 0) throw invalidValues('dashboard.unknown-report', faults.slice(0, mostFaults));
  return ids.flatMap((reportId) => {
    const report = reports.get(reportId);
    return report ? [{ reportId, report: freezeReport(report) }] : [];
  });
}
