import type { DashboardConfig } from '@orrery/contract';
import { type InputProblem, invalidValues } from '@orrery/kernel';
import { chartsOf } from './chart-widgets.ts';
import { type FreezableReport, type FrozenReport, freezeReport } from './frozen-report.ts';

/** More than anybody reads. */
const mostFaults = 100;

interface FreezingCharts {
  /** Where the config is in the request, or in the workbook. */
  readonly at: string;
  /** Of those that whoever publishes may read. */
  reportsOf(ids: readonly number[]): Promise<ReadonlyMap<number, FreezableReport>>;
}

/**
 * Each report that charts show once, in the order of the charts.
 *
 * @throws InvalidInput naming every chart that shows a report which is not there, or not for whoever publishes
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
