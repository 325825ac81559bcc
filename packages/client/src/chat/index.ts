export {
  type ChatClient,
  type ChatClientOptions,
  createChatClient,
  type SignalOption,
  type StateOptions,
} from './chat-client.ts';
export type { ChatMessage, TextMessage, ToolMessage, UserMessage } from './chat-message.ts';
export type {
  ChatRecord,
  ChatState,
  CutoffRecord,
  ErrorRecord,
  StateRecord,
  TextRecord,
  ToolRecord,
  UserRecord,
} from './chat-record.ts';
export { type ChatImage, type ChatQuestion, type ChatSessionSettings, newMessageId } from './chat-request.ts';
export type { ChatRun } from './chat-run.ts';
export { Conversation } from './conversation.ts';
export { readRecord } from './read-record.ts';
export { type QueryResult, queryResultOf, type ToolCall } from './tool-call.ts';
export { type FieldProblem, type GetHeaders, OrreryError, type Retry } from '../http/index.ts';
