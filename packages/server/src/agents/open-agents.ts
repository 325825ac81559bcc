import type { MemoryService } from '@orrery/agents';
import { type AgentSkillsReader, agentSkillsOf } from './agent-skills.ts';
import { type AiModelsInput, openAiModels, type OpenedWhenUsed } from './ai-models.ts';
import { type ChatDashboardsInput, openChatDashboards } from './chat-dashboards.ts';
import { type Chats, type ChatsInput, openChats } from './chats.ts';
import { type Evaluations, type EvaluationsInput, openEvaluations } from './evaluations.ts';

type AgentsInput = AiModelsInput &
  Omit<ChatsInput, 'dashboards' | 'chooseModel'> &
  Omit<EvaluationsInput, 'chooseModel'> &
  ChatDashboardsInput;

/** The services of agents for the faces. They are loaded at their first use. */
export interface ServedAgents {
  readonly aiModels: OpenedWhenUsed;
  readonly chats: Chats;
  readonly memories: { open(): Promise<MemoryService> };
  readonly evaluations: Evaluations;
  readonly agentSkills: AgentSkillsReader;
}

export function openAgents(input: AgentsInput): ServedAgents {
  const aiModels = openAiModels(input);
  const chooseModel = () => aiModels.chooser();
  const chats = openChats({ ...input, dashboards: openChatDashboards(input), chooseModel });
  return {
    aiModels,
    chats,
    memories: { open: async () => (await chats.open()).memories },
    evaluations: openEvaluations({ ...input, chooseModel }),
    agentSkills: agentSkillsOf(input.runtimes, input.log),
  };
}
