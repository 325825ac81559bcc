import type { ConnectQuestion, DeviceQuestion } from '@orrery/contract';
import type { DeploymentService } from '@orrery/deployments';
import { mayDo, NotFound, type Person } from '@orrery/kernel';
import { hostOfRedirect } from '@orrery/oauth';
import { type OAuthClient, type OAuthGrant, shownName, type UserService } from '@orrery/people';

type Summaries = Pick<DeploymentService, 'summaries'>;

/** Deployments that an application may reach as a person: those that the person may use. */
async function usableDeployments(person: Person, deployments: Summaries): Promise<ConnectQuestion['deployments']> {
  const all = await deployments.summaries(person.accountId);
  return all
    .filter(({ id }) => mayDo(person, 'DeploymentRead', { deploymentId: id }))
    .map(({ id, name }) => ({ id, name }));
}

/** @param ids `null`: all @throws NotFound for deployments that are not there, or not for the person */
export async function requireUsable(
  person: Person,
  deployments: Summaries,
  ids: readonly number[] | null,
): Promise<OAuthGrant['deployments']> {
  if (ids === null) return 'all';
  const usable = new Set((await usableDeployments(person, deployments)).map(({ id }) => id));
  const unknown = ids.find((id) => !usable.has(id));
  if (unknown === undefined) return [...new Set(ids)];
  throw new NotFound('deployment.unknown', `There is no deployment ${unknown}`);
}

interface AskedFor {
  readonly client: Pick<OAuthClient, 'name' | 'kind' | 'clientId'>;
  readonly scopes: OAuthGrant['scopes'];
  readonly resource: string | undefined;
}

/** Makes the question to a person: the client and its request, the person, and the deployments that it would reach. */
export async function connectQuestion(
  person: Person,
  { client, scopes, resource }: AskedFor,
  { users, deployments }: { readonly users: Pick<UserService, 'get'>; readonly deployments: Summaries },
): Promise<DeviceQuestion> {
  const user = await users.get(person.accountId, person.userId);
  const usable = await usableDeployments(person, deployments);
  const only = deploymentIn(resource);
  return {
    client: {
      name: client.name,
      host: client.kind === 'document' ? hostOfRedirect(client.clientId) : null,
      isVerified: client.kind === 'admin',
    },
    scopes: [...scopes],
    user: { username: user.username, displayName: shownName(user) },
    deployments: usable.filter(({ id }) => only === undefined || id === only),
    resource: resource ?? null,
  };
}

/** The deployment that the address of an MCP server names. */
function deploymentIn(resource: string | undefined): number | undefined {
  const given = resource === undefined ? null : (URL.parse(resource)?.searchParams.get('deploymentId') ?? null);
  return given === null ? undefined : Number(given);
}
