import { notificationPageSchema } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import type { Place } from '../../content/reader.ts';
import { requireDeployments } from '../../identity/actor.ts';
import type { NewestFirst } from '../../notifications/notification-store.ts';
import type { Owner } from '../../notifications/notification-service.ts';
import { readParameters } from '../invalid-fields.ts';
import { type Page, pageOf } from '../page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, actorOf, adminOf } from '../request-actor.ts';

/**
 * The deployment in the path, for an admin whose key is for it.
 *
 * @throws Forbidden before anything is looked up, NotFound
 */
export async function placeOf(
  request: FastifyRequest,
  deployments: Pick<PlatformDependencies['deployments'], 'requireAll'>,
): Promise<Place> {
  const actor = actorOf(request);
  const deploymentId = pathNumber(request, 'deploymentId', 'deployment');
  requireDeployments(actor, [deploymentId]);
  const { accountId } = adminOf(request);
  await deployments.requireAll(accountId, [deploymentId]);
  return { accountId, deploymentId };
}

export function notificationIn(request: FastifyRequest): number {
  return pathNumber(request, 'id', 'notification');
}

export function ownerIn(request: FastifyRequest): Owner {
  return { ...actingIn(request), userId: actorOf(request).userId };
}

/** Lists about notifications refuse what others cut. */
export function readNewestFirst(request: FastifyRequest, isEndless = false): ReadPage {
  return newestFirst(pageOf(readParameters(notificationPageSchema, request.query), isEndless));
}

interface ReadPage {
  readonly page: Page;
  readonly range: NewestFirst;
}

export function newestFirst(page: Page): ReadPage {
  return { page, range: { beforeId: page.afterId === 0 ? undefined : page.afterId, most: page.size + 1 } };
}
