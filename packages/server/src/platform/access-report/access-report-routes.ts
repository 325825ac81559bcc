import { accessReportRequestSchema, type AccessReportRequest, type AccessReports } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../../identity/rights.ts';
import { readFields } from '../invalid-fields.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actorOf } from '../request-actor.ts';

/**
 * What somebody would see of a deployment, and which policy says so.
 *
 * @throws Invalid for a security context that cannot be, NotFound for a deployment or branch there is not
 */
export type ReportAccess = (deploymentId: number, request: AccessReportRequest) => Promise<AccessReports>;

/** For whoever may read the model: it names values of callers and all that is hidden from them. Each look is logged. */
export function registerAccessReportRoutes(
  app: FastifyInstance,
  { deployments, reportAccess }: Pick<PlatformDependencies, 'deployments' | 'reportAccess'>,
): void {
  app.post('/deployments/:deploymentId/access-report', async (request) => {
    const actor = actorOf(request);
    const deploymentId = pathNumber(request, 'deploymentId', 'deployment');
    requireRight(actor, 'SchemaRead', { deploymentId });
    await deployments.requireAll(actor.accountId, [deploymentId]);
    const asked = readFields(accessReportRequestSchema, request.body);
    const { username, userId } = actor;
    const looksAt = { user: userId, username, deployment: deploymentId, compares: asked.compare !== undefined };
    request.log.info({ code: 'access.reported', ...looksAt }, 'somebody looked at what another one sees');
    return reportAccess(deploymentId, asked);
  });
}
