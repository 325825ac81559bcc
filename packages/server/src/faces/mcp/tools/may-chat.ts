import type { Agents, ListedAgent } from '@orrery/agents';
import { mayDo, RequestError } from '@orrery/kernel';
import type { AccountSettingsService } from '@orrery/people';
import type { McpCaller } from '../mcp-caller.ts';

export interface MayChatDependencies {
  readonly settings: Pick<AccountSettingsService, 'get'>;
}

/** Whether the caller may talk to agents of the deployment, as far as this is known without opening it. */
export async function mayChat(
  caller: McpCaller,
  deploymentId: number,
  { settings }: MayChatDependencies,
): Promise<boolean> {
  if (caller.kind === 'token') return false; // chats belong to users
  const { flags } = await settings.get(caller.accountId);
  if (!flags.chatApi) return false;
  return caller.kind === 'viewer' || mayDo(caller, 'DeploymentAgentRead', { deploymentId });
}

/** The agents of a deployment that the caller may talk to; the first one is the default. @throws as `Agents.list` */
export async function agentsFor(
  { kind, accountId }: McpCaller,
  deploymentId: number,
  agents: Pick<Agents, 'list'>,
): Promise<readonly ListedAgent[]> {
  const all = await agents.list(accountId, deploymentId);
  return kind === 'viewer' ? all.filter(({ allowEmbed }) => allowEmbed) : all;
}

/** The same, none where the deployment cannot be served now. */
export async function agentsNow(
  caller: McpCaller,
  deploymentId: number,
  agents: Pick<Agents, 'list'>,
): Promise<readonly ListedAgent[]> {
  try {
    return await agentsFor(caller, deploymentId, agents);
  } catch (error) {
    if (error instanceof RequestError) return [];
    throw error;
  }
}
