export type { ChatDashboards } from './chat-dashboards.ts';
export type { AgentInPath, Chats, FindAgent } from './chats.ts';
export { openAgents } from './open-agents.ts';
