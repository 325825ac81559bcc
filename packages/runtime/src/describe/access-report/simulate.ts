import type { SecurityContext } from '@orrery/kernel';
import type { AccessReport, AccessReports } from '@orrery/contract';
import type { CallerRuntime } from '../../runtime.ts';
import type { RequestedQuery } from '../../request/index.ts';
import { compareReports } from './compare-reports.ts';
import { reportAccess } from './report-access.ts';
import { reportQuery } from './report-query.ts';

export interface Simulation {
  readonly as: SecurityContext;
  readonly compare?: SecurityContext | undefined;
  /** Limits the report to their pieces; by default the whole model. */
  readonly queries?: readonly RequestedQuery[] | undefined;
  readonly now: number;
}

/**
 * Reports what a caller would see, and the differences for a second caller.
 *
 * @param runtimeFor returns the runtime of a caller @throws MalformedCaller
 */
export async function simulate(
  { as, compare, queries, now }: Simulation,
  runtimeFor: (context: SecurityContext) => Promise<CallerRuntime>,
): Promise<AccessReports> {
  const reportOn = async (securityContext: SecurityContext): Promise<AccessReport> => {
    const runtime = await runtimeFor(securityContext);
    const context = { kind: 'caller', securityContext } as const;
    const asked = queries && reportQuery(queries, runtime, context, now);
    const report = reportAccess(runtime.model, securityContext, runtime.query.rules, asked?.concerns);
    return { ...report, ...(asked ? { query: asked.query } : {}) };
  };
  const report = await reportOn(as);
  if (!compare) return { report };
  const other = await reportOn(compare);
  return { report, other, differences: [...compareReports(report, other)] };
}
