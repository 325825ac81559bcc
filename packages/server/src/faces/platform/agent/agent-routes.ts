import type { ListedAgent } from '@orrery/agents';
import { agentOperations, type AgentSkillsQuery, type WireAgentSkill } from '@orrery/contract';
import type { AccountService } from '@orrery/people';
import type { Chats } from '../../../agents/index.ts';
import { type PlatformFace, serve } from '../serve.ts';

/** @throws NotFound when the deployment or branch is not served */
type SkillsOf = (deploymentId: number, asked: AgentSkillsQuery) => Promise<readonly WireAgentSkill[]>;

export interface AgentServices {
  readonly agentSkills: SkillsOf;
  readonly chats: Pick<Chats, 'open'>;
  readonly accounts: Pick<AccountService, 'list'>;
}

export function serveAgents(face: PlatformFace, { agentSkills, chats, accounts }: AgentServices): void {
  const presenter = async (accountId: number) => {
    const account = (await accounts.list()).find(({ id }) => id === accountId)?.name ?? '';
    return (agent: ListedAgent) => present(agent, account);
  };

  serve(face, agentOperations.list, async ({ accountId, deploymentId, query: { allowEmbedding } }) => {
    const { agents } = await chats.open();
    const all = await agents.list(accountId, deploymentId);
    const wanted = all.filter(({ allowEmbed }) => allowEmbedding === undefined || allowEmbed === allowEmbedding);
    return { items: wanted.map(await presenter(accountId)) };
  });

  serve(face, agentOperations.update, async ({ accountId, deploymentId, params: { id }, body: { allowEmbedding } }) => {
    const { agents } = await chats.open();
    const presentIt = await presenter(accountId);
    return presentIt(await agents.setAllowEmbed(accountId, deploymentId, id, allowEmbedding));
  });

  serve(face, agentOperations.skills, async ({ deploymentId, query }) => {
    const skills = await agentSkills(deploymentId, query);
    // Instructions are written for agents, and may tell what their readers may not see.
    return { items: skills.map(({ name, title, description }) => ({ name, title, description })) };
  });
}

function present({ id, name, description, spaceId, spaceName, allowEmbed }: ListedAgent, account: string) {
  return {
    id,
    name,
    description: description ?? null,
    agentConfigName: name,
    agentSpace: { id: spaceId, name: spaceName },
    allowEmbedding: allowEmbed,
    chatUrl: `/api/v1/public/${account}/agents/${id}`,
  };
}
