import { z } from 'zod';
import type { Chats } from '../../../agents/index.ts';
import { agentsNow, mayChat, type MayChatDependencies } from './may-chat.ts';
import { type McpTool, noticeSchema, toolOf, type McpToolCall } from './tool.ts';

export interface ListDeploymentsDependencies extends MayChatDependencies {
  readonly chats: Pick<Chats, 'open'>;
}

const agent = z.object({
  agentId: z.int().nullable().describe('null: the agent that the deployment chooses'),
  name: z.string(),
  description: z.string().optional(),
});

const output = z.object({
  notice: noticeSchema.optional(),
  deployments: z.array(
    z.object({
      deploymentId: z.int(),
      name: z.string(),
      isDefault: z.boolean().describe('Whether calls without deploymentId are about it'),
      agents: z.array(agent).describe('For the tool chat; empty where it is not there'),
    }),
  ),
});

/** Deployments whose agents are looked up: each one opens for that. */
const mostOpened = 20;

export function listDeployments(dependencies: ListDeploymentsDependencies): McpTool {
  return toolOf({
    name: 'listDeployments',
    title: 'List deployments',
    description:
      'Lists the deployments (data models with their data) that the other tools take as deploymentId, and the agents ' +
      'that chat takes as agentId. Call it when the user names a deployment or an agent, or when there may be several.',
    input: z.strictObject({}),
    output,
    run: async (_, call) => {
      const reached = await call.reach.list();
      const defaultId = reached.length === 0 ? undefined : await call.reach.defaultDeployment();
      const deployments: z.input<typeof output>['deployments'] = [];
      for (const [index, { id, name }] of reached.entries()) {
        const agents = await agentsShown(id, index < mostOpened, call, dependencies);
        deployments.push({ deploymentId: id, name, isDefault: id === defaultId, agents });
      }
      return { deployments };
    },
  });
}

async function agentsShown(
  deploymentId: number,
  isOpened: boolean,
  { caller }: McpToolCall,
  dependencies: ListDeploymentsDependencies,
): Promise<z.input<typeof agent>[]> {
  if (!(await mayChat(caller, deploymentId, dependencies))) return [];
  const auto = { agentId: null, name: 'Auto', description: 'The default agent of the deployment' };
  if (!isOpened) return [auto];
  const { agents } = await dependencies.chats.open();
  const found = await agentsNow(caller, deploymentId, agents);
  if (caller.kind === 'viewer' && found.length === 0) return []; // none of them may be embedded
  const named = found.map(({ id, name, description }) => ({
    agentId: id,
    name,
    ...(description === undefined ? {} : { description }),
  }));
  return [auto, ...named];
}
