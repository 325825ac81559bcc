import { type AccessReportRequest, type AccessReports, deploymentOperations } from '@orrery/contract';
import { type PlatformFace, serve } from '../serve.ts';

/**
 * Reports what a caller would see of a deployment, and the policies responsible.
 *
 * @throws Invalid for an invalid security context, NotFound when the deployment or branch does not exist
 */
type ReportAccess = (deploymentId: number, request: AccessReportRequest) => Promise<AccessReports>;

export interface AccessReportServices {
  readonly reportAccess: ReportAccess;
}

/**
 * Serves reports to users who may read the model, because they name callers' values and everything hidden from them.
 * Each report is logged.
 */
export function serveAccessReports(face: PlatformFace, { reportAccess }: AccessReportServices): void {
  serve(face, deploymentOperations.reportAccess, async ({ caller, deploymentId, body, request }) => {
    const { username, userId } = caller;
    const looksAt = { user: userId, username, deployment: deploymentId, compares: body.compare !== undefined };
    request.log.info({ code: 'access.reported', ...looksAt }, 'a user viewed the access report of another caller');
    return reportAccess(deploymentId, body);
  });
}
