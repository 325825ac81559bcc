import { OrreryError, type PlatformInput } from '@orrery/client';
import { platform } from '../../api/platform.ts';
import { isSame } from '../../model/is-same.ts';
import { questionOf } from '../../model/report-question.ts';
import type { Report } from './explored-report.ts';

/** Thrown when a request would have replaced what another user has saved; it has the stored report. */
export class ReportConflict extends Error {
  readonly report: Report;

  constructor(report: Report) {
    super('somebody else has changed the report');
    this.report = report;
  }
}

/**
 * Replaces a stored report.
 *
 * @param basedOn the revision from which the changes were made
 * @throws ReportConflict when the stored report has another revision by then
 */
export async function updateReport(
  { deploymentId, id: reportId }: Pick<Report, 'deploymentId' | 'id'>,
  changes: NonNullable<PlatformInput<'updateReport'>['body']>,
  basedOn: string | undefined,
): Promise<Report> {
  const path = { deploymentId, reportId };
  try {
    const body = { ...changes, ...(basedOn === undefined ? {} : { basedOn }) };
    return await platform.updateReport({ path, body });
  } catch (error) {
    if (!(error instanceof OrreryError && error.status === 409)) throw error;
    const stored = await platform.getReport({ path });
    // An answer that did not arrive: the server has it already.
    if (isSame([questionOf(stored), stored.meta], [questionOf(changes), changes.meta])) return stored;
    throw new ReportConflict(stored);
  }
}
