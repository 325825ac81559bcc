import { oauthClientOperations } from '@orrery/contract';
import type { DeploymentService } from '@orrery/deployments';
import type { AccountClientChange, AccountClients } from '@orrery/people';
import { InvalidFields } from '../invalid-fields.ts';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentClient } from './present-client.ts';

export interface OAuthClientServices {
  readonly deployments: Pick<DeploymentService, 'requireAll'>;
  readonly accountClients: AccountClients;
}

const order = byNumber('applications');

/** Serves the applications of the account. */
export function serveOAuthClients(face: PlatformFace, { accountClients, deployments }: OAuthClientServices): void {
  /** Makes a change that limits a client to deployments; one of them may be deleted after it was looked for. @throws NotFound */
  const limiting = <T>(accountId: number, ids: readonly number[] | null | undefined, made: Promise<T>): Promise<T> =>
    made.catch(async (error: unknown) => {
      await deployments.requireAll(accountId, ids ?? []);
      throw error;
    });

  /** @returns `undefined`: as before @throws NotFound */
  const readLimit = async (
    accountId: number,
    ids: readonly number[] | null | undefined,
  ): Promise<AccountClientChange['deployments']> => {
    if (ids === undefined) return undefined;
    if (ids === null) return 'all';
    await deployments.requireAll(accountId, ids);
    return [...new Set(ids)].toSorted((one, other) => one - other);
  };

  serve(face, oauthClientOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    return presentPage(await accountClients.list(accountId, rangeFrom(page)), page, presentClient);
  });

  serve(face, oauthClientOperations.create, async ({ accountId, makeChange, body }) => {
    const { name, isConfidential = true, scopes = ['mcp-agent-access'], role } = body;
    const limit = (await readLimit(accountId, body.deploymentIds)) ?? 'all';
    const redirectUris = await readRedirects(body.redirectUris ?? []);
    if (!role && limit !== 'all') throw new InvalidFields([{ path: 'deploymentIds', message: 'is without a role' }]);
    const service = role && { role, deployments: limit };
    const input = { name, isConfidential, scopes, redirectUris, service };
    const making = makeChange((change) => accountClients.create(change, input));
    const { client, secret } = await limiting(accountId, body.deploymentIds, making);
    return { ...presentClient(client), clientSecret: secret ?? null };
  });

  serve(face, oauthClientOperations.get, async ({ accountId, params: { id } }) =>
    presentClient(await accountClients.get(accountId, id)),
  );

  serve(face, oauthClientOperations.update, async ({ accountId, changeRights, params: { id }, body }) => {
    const { name, scopes, role } = body;
    const redirectUris = body.redirectUris && (await readRedirects(body.redirectUris));
    const limit = await readLimit(accountId, body.deploymentIds);
    const changed = { name, scopes, role, redirectUris, deployments: limit };
    const changing = changeRights((change) => accountClients.update(change, id, changed));
    return presentClient(await limiting(accountId, body.deploymentIds, changing));
  });

  serve(face, oauthClientOperations.rotateSecret, async ({ changeRights, params: { id } }) => {
    const { client, secret } = await changeRights((change) => accountClients.rotateSecret(change, id));
    return { ...presentClient(client), clientSecret: secret ?? null };
  });

  serve(face, oauthClientOperations.delete, ({ changeRights, params: { id } }) =>
    changeRights((change) => accountClients.delete(change, id)),
  );
}

/** Checks addresses as a registration does. @throws InvalidFields */
async function readRedirects(uris: readonly string[]): Promise<readonly string[]> {
  const { redirectFault } = await import('@orrery/oauth');
  const faults = uris.flatMap((uri, index) => {
    const fault = redirectFault(uri);
    return fault === undefined ? [] : [{ path: `redirectUris.${index}`, message: fault }];
  });
  if (faults.length > 0) throw new InvalidFields(faults);
  return [...new Set(uris)];
}
