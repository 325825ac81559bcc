import type { FastifyRequest } from 'fastify';
import type { DeploymentService } from '../../catalog/deployment-service.ts';
import type { DeploymentSummary } from '../../catalog/deployment.ts';
import type { Action } from '../../identity/action.ts';
import { requireRight } from '../../identity/rights.ts';
import { pathNumber } from '../path-number.ts';
import { actorOf } from '../request-actor.ts';

/**
 * The deployment that a request is for.
 *
 * @throws Forbidden beyond the scope of the key or the rights of its user, before anything is looked up; NotFound
 */
export async function deploymentIn(
  request: FastifyRequest,
  action: Action,
  deployments: Pick<DeploymentService, 'get'>,
): Promise<DeploymentSummary> {
  const actor = actorOf(request);
  const deploymentId = pathNumber(request, 'deploymentId', 'deployment');
  requireRight(actor, action, { deploymentId });
  return deployments.get(actor.accountId, deploymentId);
}
