import type { FastifyRequest } from 'fastify';
import { type Reader, readerOf } from '../../content/reader.ts';
import { requireRight } from '../../identity/rights.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actorOf } from '../request-actor.ts';

/**
 * Who asks for content of the deployment in the path. Whether the credential is for it is settled before whether there
 * is one.
 *
 * @throws InvalidFields, Forbidden, NotFound
 */
export async function readerIn(
  request: FastifyRequest,
  deployments: Pick<PlatformDependencies['deployments'], 'requireAll'>,
): Promise<Reader> {
  const actor = actorOf(request);
  const deploymentId = pathNumber(request, 'deploymentId', 'deployment');
  requireRight(actor, 'DeploymentRead', { deploymentId });
  await deployments.requireAll(actor.accountId, [deploymentId]);
  return readerOf(actor, deploymentId);
}

/** As `readerIn`, of somebody who wants to make something. @throws InvalidFields, Forbidden, NotFound */
export async function makerIn(
  request: FastifyRequest,
  deployments: Pick<PlatformDependencies['deployments'], 'requireAll'>,
): Promise<Reader> {
  const reader = await readerIn(request, deployments);
  requireRight(actorOf(request), 'AIBIExplore', 'account');
  return reader;
}
