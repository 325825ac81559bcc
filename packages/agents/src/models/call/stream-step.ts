import type { LanguageModel, ModelMessage, TextStreamPart, ToolSet } from 'ai';
import type { PieceOfStep, StepRequest, StreamStep, Usage } from '../../turn/index.ts';
import { CallFailed, callFailure, endedEarly } from './call-failed.ts';
import { ReplyMemory, ReplyReader } from './reply-memory.ts';

/** A model of a provider as an object; a name would be sent to a gateway of others. */
export type ModelObject = Exclude<LanguageModel, string>;

interface StepSettings {
  /** Keys and other texts that no error shows. */
  readonly secrets: readonly string[];
  /** Whether the model is asked to think before it answers. */
  readonly isReasoning?: boolean;
}

/** Kept by no provider: questions and rows stay with the one who asked. */
const storesNothing = { store: false };
/**
 * Thinks under names that the SDK does not know as well, such as those of proxies. Summaries of thoughts are not asked
 * for: they are refused to organisations that OpenAI has not verified.
 */
const thinks = { forceReasoning: true, reasoningSummary: null };
const cutOff = '\n\n(The answer is cut off here: the model reached its greatest length.)';

/**
 * Calls of a model by the AI SDK, which loads with the first one. Its tools do not run by themselves, and a call that
 * fails is not made again here. One is made for each turn: it knows what the model thought before.
 */
export function streamStepOf(
  open: () => Promise<ModelObject>,
  { secrets, isReasoning = false }: StepSettings,
): StreamStep {
  const memory = new ReplyMemory();
  let opened: Promise<ModelObject> | undefined;
  return async function* (request, signal) {
    const { jsonSchema, streamText } = await import('ai');
    const model = await (opened ??= open()).catch(async (error: unknown) => {
      throw await callFailure(error, secrets);
    });
    globalThis.AI_SDK_LOG_WARNINGS = false; // they would go to the console
    const tools: ToolSet = Object.fromEntries(
      request.tools.map(({ name, description, inputSchema }) => [
        name,
        { description, inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]) },
      ]),
    );
    const { stream } = streamText({
      model,
      instructions: request.system,
      messages: messagesOf(request, memory),
      ...(request.tools.length > 0 ? { tools } : {}),
      ...(isReasoning ? { reasoning: 'medium' } : {}),
      providerOptions: { openai: { ...storesNothing, ...(isReasoning ? thinks : {}) } },
      maxRetries: 0,
      abortSignal: signal,
      onError: () => undefined, // the stream tells it
    });
    const reader = new ReplyReader();
    try {
      for await (const part of stream) {
        if (part.type === 'error') throw part.error;
        if (part.type === 'abort') break;
        reader.read(part);
        if (part.type === 'finish') {
          requireEnd(part);
          if (part.finishReason === 'length' && reader.reply.calls.length === 0) yield { type: 'text', text: cutOff };
        }
        const piece = pieceOf(part);
        if (piece) yield piece;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw await callFailure(error, secrets);
    }
    signal.throwIfAborted();
    memory.keep(request, reader.reply);
  };
}

function messagesOf({ messages }: StepRequest, memory: ReplyMemory): ModelMessage[] {
  return messages.map((message, index): ModelMessage => {
    switch (message.role) {
      case 'user':
        return {
          role: 'user',
          // As bytes: the SDK would fetch a text that is an address.
          content: message.content.map((part) =>
            part.type === 'text' ? part : { ...part, data: Buffer.from(part.data, 'base64') },
          ),
        };
      case 'assistant':
        return { role: 'assistant', content: memory.contentAt(index, message) };
      case 'tool':
        return { role: 'tool', content: [...message.content] };
    }
  });
}

/** @throws CallFailed when the answer ends without saying why */
function requireEnd({ finishReason, rawFinishReason }: Extract<TextStreamPart<ToolSet>, { type: 'finish' }>): void {
  if (finishReason === 'content-filter')
    throw new CallFailed('The provider of the model filtered its answer out', { failure: 'content-filter' });
  const isOpen = finishReason === 'interrupted' || (finishReason === 'other' && rawFinishReason === undefined);
  if (isOpen) throw endedEarly();
}

function pieceOf(part: TextStreamPart<ToolSet>): PieceOfStep | undefined {
  switch (part.type) {
    case 'text-delta':
      return { type: 'text', text: part.text };
    case 'reasoning-delta':
      return { type: 'reasoning', text: part.text };
    case 'tool-call': {
      // What is no JSON comes as the text that the model wrote.
      const input = typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {});
      return { type: 'call', id: part.toolCallId, name: part.toolName, input };
    }
    case 'finish':
      return usagePiece(part.totalUsage);
    default:
      return undefined;
  }
}

type UsageOfSdk = Extract<TextStreamPart<ToolSet>, { type: 'finish' }>['totalUsage'];

/** @returns nothing for a provider that tells no usage */
function usagePiece({ inputTokens, outputTokens, inputTokenDetails }: UsageOfSdk): PieceOfStep | undefined {
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const usage: Usage = { inputTokens, outputTokens, cachedInputTokens: inputTokenDetails.cacheReadTokens ?? 0 };
  return { type: 'usage', usage };
}
