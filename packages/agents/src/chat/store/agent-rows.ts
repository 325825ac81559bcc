import type { Writer } from '@orrery/store';
import { deploymentRows } from '@orrery/deployments';

/** An agent that has a number. */
export interface KnownAgent {
  readonly id: number;
  readonly name: string;
  readonly deploymentId: number;
  readonly spaceId: number;
  readonly spaceName: string;
  readonly allowEmbed: boolean;
}

/** The agents of deployments of an account, by number. */
export function agentsOf(writer: Writer, accountId: number) {
  return writer
    .selectFrom('agent')
    .innerJoin('agent_space', 'agent_space.id', 'agent.space_id')
    .innerJoin(deploymentRows(writer).as('place'), 'place.id', 'agent.deployment_id')
    .select(['agent.id', 'agent.name', 'agent.deployment_id', 'agent.space_id', 'agent.allow_embed'])
    .select('agent_space.name as space_name')
    .where('place.account_id', '=', accountId)
    .orderBy('agent.id');
}

export function readAgent(row: {
  readonly id: number;
  readonly name: string;
  readonly deployment_id: number;
  readonly space_id: number;
  readonly space_name: string;
  readonly allow_embed: number;
}): KnownAgent {
  return {
    id: row.id,
    name: row.name,
    deploymentId: row.deployment_id,
    spaceId: row.space_id,
    spaceName: row.space_name,
    allowEmbed: row.allow_embed === 1,
  };
}

/** Gives numbers to the agents and spaces of files that have none yet; those that have one keep it. */
export async function ensureAgents(
  writer: Writer,
  deploymentId: number,
  configured: {
    readonly spaces: readonly { readonly name: string }[];
    readonly agents: readonly { readonly name: string; readonly space: string }[];
  },
  now: number,
): Promise<void> {
  const names = [...new Set([...configured.spaces, ...configured.agents.map(({ space: name }) => ({ name }))])];
  const rows = [...new Set(names.map(({ name }) => name))].map((name) => ({ deployment_id: deploymentId, name }));
  if (rows.length === 0 || configured.agents.length === 0) return;
  await writer
    .insertInto('agent_space')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['deployment_id', 'name']).doNothing())
    .execute();
  const spaces = await writer
    .selectFrom('agent_space')
    .select(['id', 'name'])
    .where('deployment_id', '=', deploymentId)
    .execute();
  const numbers = new Map(spaces.map(({ id, name }) => [name, id]));
  for (const { name, space } of configured.agents) {
    const spaceId = numbers.get(space);
    if (spaceId === undefined) continue;
    await writer
      .insertInto('agent')
      .values({ deployment_id: deploymentId, space_id: spaceId, name, created_at: now })
      .onConflict((conflict) => conflict.columns(['deployment_id', 'name']).doUpdateSet({ space_id: spaceId }))
      .execute();
  }
}

export async function setAllowEmbed(writer: Writer, id: number, allowEmbed: boolean): Promise<void> {
  await writer
    .updateTable('agent')
    .set({ allow_embed: allowEmbed ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}
