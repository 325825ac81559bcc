/** Tokens of model calls. */
export interface Usage {
  readonly inputTokens: number;
  /** The part of `inputTokens` that the provider had in a cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** A piece of what a model says in one call. A tool call comes whole, its input as the model wrote it. */
export type PieceOfStep =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: string }
  | { readonly type: 'usage'; readonly usage: Usage };

interface ToolCallPart {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

interface ToolResultPart {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: { readonly type: 'text' | 'error-text'; readonly value: string };
}

type TextContent = { readonly type: 'text'; readonly text: string };

/** Messages of a prompt; most parts are those of the AI SDK. */
export type StepMessage =
  | {
      readonly role: 'user';
      readonly content: (TextContent | { readonly type: 'file'; readonly mediaType: string; readonly data: string })[];
    }
  | { readonly role: 'assistant'; readonly content: (TextContent | ToolCallPart)[] }
  | { readonly role: 'tool'; readonly content: ToolResultPart[] };

export interface StepRequest {
  readonly system: string;
  /** Letters at the beginning of `system` that other turns have, too; absent: all of them. */
  readonly sharedLetters?: number;
  readonly messages: readonly StepMessage[];
  /** Absent tools are none: the model can only answer. */
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema: object }[];
}

/**
 * One call of a model, from its question to its end.
 *
 * @param tell called with each piece as it comes; what it throws ends the call
 * @throws when the provider fails after its retries, and the reason of the signal
 */
export type StreamStep = (
  request: StepRequest,
  signal: AbortSignal,
  tell: (piece: PieceOfStep) => void,
) => Promise<void>;

export const noUsage: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

export function sumOfUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}
