import type { Change } from '@orrery/people';
import { DataSourceFailure } from '@orrery/runtime';
import {
  asksSource,
  contentProblem,
  fieldOfQuery,
  inField,
  queryOf,
  type QueryRunner,
  RefusedQuery,
} from '../query/index.ts';
import type { ContentRights } from '../item/index.ts';
import type { Report } from './report.ts';
import type { ReportService } from './report-service.ts';

interface RefreshDependencies {
  readonly reports: Pick<ReportService, 'get' | 'markRefreshed'>;
  readonly queries: Pick<QueryRunner, 'refresh'>;
  /** Opens the change that says when the data was read. */
  readonly makeChange: (work: (change: Change) => Promise<Report>) => Promise<Report>;
}

export interface Refreshing {
  readonly requestId: string;
  /** Fires when the result is no longer needed. */
  readonly signal: AbortSignal;
  readonly log: { warn(facts: object, message: string): void };
}

/**
 * Reads the data of a report again, as its caller.
 *
 * @throws NotFound, RefusedQuery when it has no query that can be run, or its data source failed; Unavailable
 */
export async function refreshReport(
  { reports, queries, makeChange }: RefreshDependencies,
  rights: ContentRights,
  id: number,
  { requestId, signal, log }: Refreshing,
): Promise<Report> {
  const { deploymentId, claims } = rights;
  const report = await reports.get(rights, id);
  if (asksSource(report.question)) {
    const message = 'The report asks a data source directly: nothing of it is kept that could be refreshed';
    throw new RefusedQuery([contentProblem('content.source-sql', message)]);
  }
  const query = queryOf(report.question);
  if (!query) throw new RefusedQuery([contentProblem('content.no-query', 'The report has no query')]);
  try {
    const outcome = await queries.refresh({ deploymentId, query, claims, requestId, signal });
    if (outcome.kind === 'refused') throw new RefusedQuery(inField(fieldOfQuery(query), outcome.problems));
  } catch (error) {
    if (!(error instanceof DataSourceFailure)) throw error;
    log.warn({ err: error }, 'the data source could not refresh a report');
    const message = `${error.message} (request ${requestId})`;
    throw new RefusedQuery([{ code: `data-source.${error.errorClass}`, message, path: fieldOfQuery(query) }]);
  }
  return makeChange((change) => reports.markRefreshed(change, rights, id));
}
