import type { ConnectQuestion } from '@orrery/contract';
import type { DeploymentService } from '@orrery/deployments';
import { mayDo, NotFound, type Person } from '@orrery/kernel';
import type { OAuthGrant } from '@orrery/people';

type Summaries = Pick<DeploymentService, 'summaries'>;

/** Deployments that an application may reach as a person: those that the person may use. */
export async function usableDeployments(
  person: Person,
  deployments: Summaries,
): Promise<ConnectQuestion['deployments']> {
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

/** The deployment that the address of an MCP server names. */
export function deploymentIn(resource: string | undefined): number | undefined {
  const given = resource === undefined ? null : (URL.parse(resource)?.searchParams.get('deploymentId') ?? null);
  return given === null ? undefined : Number(given);
}
