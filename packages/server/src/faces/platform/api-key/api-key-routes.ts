import { apiKeyOperations } from '@orrery/contract';
import type { DeploymentService } from '@orrery/deployments';
import { requireDeployments } from '@orrery/kernel';
import type { ApiKeyService } from '@orrery/people';
import { InvalidFields } from '../invalid-fields.ts';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentApiKey } from './present-api-key.ts';

export interface ApiKeyServices {
  readonly apiKeys: ApiKeyService;
  readonly deployments: Pick<DeploymentService, 'requireAll'>;
  readonly clock: { now(): number };
}

const order = byNumber('API keys');

/** Serves the API keys of the account. */
export function serveApiKeys(face: PlatformFace, { apiKeys, deployments, clock }: ApiKeyServices): void {
  serve(face, apiKeyOperations.list, async ({ caller: { deployments: scope }, accountId, query }) => {
    const page = readPage(query, order);
    const range = { ...rangeFrom(page), ...(scope === 'all' ? {} : { within: scope }) };
    return presentPage(await apiKeys.list(accountId, range), page, presentApiKey);
  });

  serve(face, apiKeyOperations.create, async ({ caller, makeChange, body: { name, deploymentIds, expiresAt } }) => {
    const scope = readScope(deploymentIds);
    requireDeployments(caller, scope);
    await deployments.requireAll(caller.accountId, scope === 'all' ? [] : scope);
    const key = { userId: caller.userId, name, deployments: scope, expiresAt: readEnd(expiresAt, clock.now()) };
    const made = await makeChange((change) => apiKeys.create(change, key));
    return { ...presentApiKey(made.key), key: made.text };
  });

  serve(face, apiKeyOperations.update, async ({ caller, accountId, changeRights, params: { id }, body }) => {
    const { name, deploymentIds } = body;
    const scope = deploymentIds === undefined ? undefined : readScope(deploymentIds);
    // A key for some deployments cannot create a key for others.
    if (scope !== undefined) requireDeployments(caller, scope);
    if (scope !== undefined && scope !== 'all') await deployments.requireAll(accountId, scope);
    const changed = { name, deployments: scope };
    return presentApiKey(await changeRights((change) => apiKeys.update(change, id, changed, caller)));
  });

  serve(face, apiKeyOperations.revoke, ({ caller, changeRights, params: { id } }) =>
    changeRights((change) => apiKeys.revoke(change, id, caller)),
  );
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
