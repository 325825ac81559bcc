import { newApiKeySchema } from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFound } from '../../http/errors.ts';
import { requireDeployments } from '../../identity/actor.ts';
import { bothForms } from '../both-forms.ts';
import { InvalidFields, readFields } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { adminOf } from '../request-actor.ts';
import { presentApiKey } from './present-api-key.ts';

/** API keys of the account, for its admins. */
export function registerApiKeyRoutes(
  app: FastifyInstance,
  { apiKeys, deployments, clock }: Pick<PlatformDependencies, 'apiKeys' | 'deployments' | 'clock'>,
): void {
  for (const url of bothForms('/api-keys')) {
    app.get(url, async (request) => {
      const { accountId } = adminOf(request);
      const page = readPage(request.query);
      const keys = await apiKeys.list(accountId, { afterId: page.afterId, most: page.size + 1 });
      return presentPage(keys, page, presentApiKey);
    });

    app.post(url, async (request) => {
      const actor = adminOf(request);
      const { name, deploymentIds, expiresAt } = readFields(newApiKeySchema, request.body);
      const scope = deploymentIds ? [...new Set(deploymentIds)] : 'all';
      requireDeployments(actor, scope);
      await deployments.requireAll(actor.accountId, scope === 'all' ? [] : scope);
      const { accountId, userId } = actor;
      const made = await apiKeys.create({
        accountId,
        userId,
        name,
        deployments: scope,
        expiresAt: readEnd(expiresAt, clock.now()),
      });
      return { ...presentApiKey(made.key), key: made.text };
    });
  }

  for (const url of bothForms('/api-keys/:id')) {
    app.delete(url, async (request, reply) => {
      const { accountId } = adminOf(request);
      await apiKeys.revoke(accountId, idIn(request));
      return reply.code(204).send();
    });
  }
}

function readEnd(text: string | null | undefined, now: number): number | undefined {
  if (text === null || text === undefined) return undefined;
  const end = Date.parse(text);
  if (end > now) return end;
  throw new InvalidFields([{ path: 'expiresAt', message: 'is over' }]);
}

/** A number too large for the store is one that it does not have. */
function idIn({ params }: FastifyRequest): number {
  const { id } = params as { readonly id: string }; // from the router's own pattern
  if (!/^\d+$/.test(id)) throw new InvalidFields([{ path: 'id', message: 'must be a whole number' }]);
  if (id.length > 9) throw new NotFound('api-key.unknown', `There is no API key ${id.slice(0, 20)}`);
  return Number(id);
}
