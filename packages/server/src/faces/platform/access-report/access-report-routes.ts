import { type AccessReportRequest, type AccessReports, deploymentOperations } from '@orrery/contract';
import { type PlatformFace, serve } from '../serve.ts';

/**
 * What somebody would see of a deployment, and which policy says so.
 *
 * @throws Invalid for a security context that cannot be, NotFound for a deployment or branch there is not
 */
type ReportAccess = (deploymentId: number, request: AccessReportRequest) => Promise<AccessReports>;

export interface AccessReportServices {
  readonly reportAccess: ReportAccess;
}

/** For whoever may read the model: it names values of callers and all that is hidden from them. Each look is logged. */
export function serveAccessReports(face: PlatformFace, { reportAccess }: AccessReportServices): void {
  serve(face, deploymentOperations.reportAccess, async ({ caller, deploymentId, body, request }) => {
    const { username, userId } = caller;
    const looksAt = { user: userId, username, deployment: deploymentId, compares: body.compare !== undefined };
    request.log.info({ code: 'access.reported', ...looksAt }, 'somebody looked at what another one sees');
    return reportAccess(deploymentId, body);
  });
}
