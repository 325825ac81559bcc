import { apiKeyUpdateSchema, newApiKeySchema } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { requireDeployments } from '../../identity/actor.ts';
import { InvalidFields, readFields } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, adminOf } from '../request-actor.ts';
import { presentApiKey } from './present-api-key.ts';

/** API keys of the account, for its admins. */
export function registerApiKeyRoutes(
  app: FastifyInstance,
  { apiKeys, deployments, clock }: Pick<PlatformDependencies, 'apiKeys' | 'deployments' | 'clock'>,
): void {
  app.get('/api-keys', async (request) => {
    const { accountId } = adminOf(request);
    const page = readPage(request.query);
    const keys = await apiKeys.list(accountId, { afterId: page.afterId, most: page.size + 1 });
    return presentPage(keys, page, presentApiKey);
  });

  app.post('/api-keys', async (request) => {
    const actor = adminOf(request);
    const { name, deploymentIds, expiresAt } = readFields(newApiKeySchema, request.body);
    const scope = readScope(deploymentIds);
    requireDeployments(actor, scope);
    await deployments.requireAll(actor.accountId, scope === 'all' ? [] : scope);
    const { accountId, userId } = actor;
    const end = readEnd(expiresAt, clock.now());
    const wanted = { accountId, userId, name, deployments: scope, expiresAt: end };
    const made = await apiKeys.create(wanted, actingIn(request));
    return { ...presentApiKey(made.key), key: made.text };
  });

  app.put('/api-keys/:id', async (request) => {
    const actor = adminOf(request);
    const id = pathNumber(request, 'id', 'API key');
    const { name, deploymentIds } = readFields(apiKeyUpdateSchema, request.body);
    const scope = deploymentIds === undefined ? undefined : readScope(deploymentIds);
    // A key for some deployments makes none that is for others.
    requireDeployments(actor, scope ?? 'all');
    if (scope !== undefined && scope !== 'all') await deployments.requireAll(actor.accountId, scope);
    return presentApiKey(await apiKeys.update(actor.accountId, actingIn(request), id, { name, deployments: scope }));
  });

  app.delete('/api-keys/:id', async (request, reply) => {
    const { accountId } = adminOf(request);
    await apiKeys.revoke(accountId, pathNumber(request, 'id', 'API key'), actingIn(request));
    return reply.code(204).send();
  });
}

function readScope(deploymentIds: readonly number[] | null | undefined): 'all' | readonly number[] {
  return deploymentIds ? [...new Set(deploymentIds)] : 'all';
}

function readEnd(text: string | null | undefined, now: number): number | undefined {
  if (text === null || text === undefined) return undefined;
  const end = Date.parse(text);
  if (end > now) return end;
  throw new InvalidFields([{ path: 'expiresAt', message: 'is over' }]);
}
