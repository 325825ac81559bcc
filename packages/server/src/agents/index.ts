export { agentSkillsOf } from './agent-skills.ts';
export { openAiModels } from './ai-models.ts';
export { type ChatDashboards, openChatDashboards } from './chat-dashboards.ts';
export { type AgentInPath, type Chats, type FindAgent, openChats } from './chats.ts';
export { openEvaluations } from './evaluations.ts';
