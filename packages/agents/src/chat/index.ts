export { Agents, type AgentScope, type ListedAgent } from './agents.ts';
export { type AnswerDependencies, answerQuestion, type ChooseModel } from './answer-question.ts';
export type { ChatAsker } from './asker.ts';
export { type AskedOfChat, ChatService, type ChatServiceDependencies } from './chat-service.ts';
export { dataOfAsker } from './data-of-asker.ts';
export { type ReceiptAsker, type ReceiptReader, Receipts } from './receipt/index.ts';
export { LiveRuns } from './run/live-runs.ts';
export type { StoredImage } from './store/index.ts';
export { type Thread, type ThreadFilter, type ThreadReader, Threads } from './threads.ts';
