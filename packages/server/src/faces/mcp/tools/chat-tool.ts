import type { ChatAsker, ListedAgent } from '@orrery/agents';
import { Forbidden, NotFound, type Person, type Viewer } from '@orrery/kernel';
import { z } from 'zod';
import { ChatAskers, type ChatAskersDependencies } from '../../platform/index.ts';
import type { Chats } from '../../../agents/index.ts';
import { type ChatAnswer, readChat } from './read-chat.ts';
import { agentsFor, agentsNow, mayChat, type MayChatDependencies } from './may-chat.ts';
import { column, rows } from './result-rows.ts';
import { deploymentId, type McpTool, noticeSchema, toolOf, type McpToolCall } from './tool.ts';

export interface ChatToolDependencies extends ChatAskersDependencies, MayChatDependencies {
  readonly chats: Chats;
}

const input = z.strictObject({
  input: z.string().min(1).max(32_000).describe('The question, in the words of the user'),
  deploymentId,
  agentId: z.int().min(1).nullish().describe('An agent that listDeployments returned; null or left out: the default'),
  chatId: z.string().max(100).optional().describe('The chatId of an earlier answer that this question follows up'),
});

const output = z.object({
  notice: noticeSchema.optional(),
  deploymentId: z.int(),
  agentId: z.int(),
  chatId: z.string().describe('For a follow-up question'),
  answer: z.string().describe('Markdown'),
  queries: z
    .array(
      z.object({
        title: z.string(),
        sql: z.string(),
        columns: z.array(column),
        rows,
        totalRows: z.int(),
        handle: z.string().describe('For loadQueryResults'),
      }),
    )
    .describe('The queries that the answer was made of, each with its first rows'),
});

export function chat(dependencies: ChatToolDependencies): McpTool {
  return toolOf({
    name: 'chat',
    title: 'Ask an analytics agent',
    description:
      'Asks an agent of Orrery, which looks up the model, runs queries and answers in words. Use it for questions that ' +
      'take several steps; runQuery is faster for one query. An answer may take minutes. Pass chatId to follow up.',
    input,
    output,
    isOffered: async ({ caller, reach }) => {
      const reached = await reach.list();
      const may = await Promise.all(reached.map(({ id }) => mayChat(caller, id, dependencies)));
      if (caller.kind !== 'viewer' || !may.includes(true)) return may.includes(true);
      const { agents } = await dependencies.chats.open();
      return (await agentsNow(caller, caller.deploymentId, agents)).length > 0;
    },
    run: async (given, call) => {
      const { chats } = dependencies;
      const id = await call.reach.require(given.deploymentId);
      const user = await requireChatter(call.caller, id, dependencies);
      const { agents, chat: service } = await chats.open();
      const agent = chosen(await agentsFor(user, id, agents), given.agentId ?? undefined);
      const asker: ChatAsker = new ChatAskers(dependencies).own(user, agent);
      const { input: question, chatId } = given;
      const { requestId } = call;
      const asked = { input: question, chatId, images: [], branch: null, isDevMode: false, context: 'mcp', requestId };
      const answer = await readChat(await service.ask(asker, agent, asked), call);
      return { deploymentId: id, agentId: agent.id, ...present(answer, id, call) };
    },
  });
}

/** @throws Forbidden */
async function requireChatter(
  caller: McpToolCall['caller'],
  id: number,
  dependencies: ChatToolDependencies,
): Promise<Person | Viewer> {
  if (caller.kind !== 'token' && (await mayChat(caller, id, dependencies))) return caller;
  throw new Forbidden('mcp.no-chat', `This credential may not talk to agents of deployment ${id}; use runQuery`);
}

/** @throws NotFound */
function chosen(agents: readonly ListedAgent[], agentId: number | undefined): ListedAgent {
  const found = agentId === undefined ? agents[0] : agents.find(({ id }) => id === agentId);
  if (found) return found;
  throw new NotFound(
    'agent.unknown',
    agentId === undefined ? 'There is no agent here' : `There is no agent ${agentId}`,
  );
}

function present({ chatId, answer, queries }: ChatAnswer, id: number, { caller, handles }: McpToolCall) {
  return {
    chatId,
    answer,
    queries: queries.map(({ sql, ...query }) => {
      const handle = handles.keep(caller, { deploymentId: id, sql, timezone: undefined });
      return { ...query, sql, handle };
    }),
  };
}
