import type { ToolCall } from './tool-call.ts';

interface MessageFace {
  readonly id: string;
  /** Whether more of it may come. */
  readonly isInProcess: boolean;
}

export interface UserMessage extends MessageFace {
  readonly kind: 'user';
  readonly content: string;
}

/** A text of the agent on its way to the answer; or the answer itself, complete Markdown. */
export interface TextMessage extends MessageFace {
  readonly kind: 'text' | 'final';
  readonly content: string;
  readonly thinking: string;
  readonly graphPath: readonly string[];
  /** Whether the content is JSON for programs. */
  readonly isStructuredResponse: boolean;
}

export interface ToolMessage extends MessageFace {
  readonly kind: 'tool';
  readonly call: ToolCall;
}

/** A message of a chat, put together from its records. */
export type ChatMessage = UserMessage | TextMessage | ToolMessage;
