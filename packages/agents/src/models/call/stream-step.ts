import type { LanguageModelV4Message, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { PieceOfStep, StepRequest, StreamStep, Usage } from '../../turn/index.ts';
import { CallFailed, endedEarly } from './call-failed.ts';
import type { CallModel, ModelPart, ModelQuestion } from './model-parts.ts';
import { ReplyMemory, ReplyReader } from './reply-memory.ts';

interface StepSettings {
  /** Whether the provider caches exactly the parts of a prompt that are marked, as Anthropic does. Others cache what they can. */
  readonly keepsPrompts?: boolean;
  /** Whether the model should think before it answers. */
  readonly isReasoning?: boolean;
}

type Finish = Extract<ModelPart, { type: 'finish' }>;

/** Options by which no provider stores a request: questions and rows stay with their owner. */
const storesNothing = { store: false };
/**
 * Thinks under names that the SDK does not know as well, such as those of proxies. Summaries of thoughts are not asked
 * for: they are refused to organisations that OpenAI has not verified.
 */
const thinks = { forceReasoning: true, reasoningSummary: null };
const cutOff = '\n\n(The answer is cut off here: the model reached its greatest length.)';

/**
 * The steps of a turn: what each asks a model, and what is read of the answer. Tools do not run by themselves. One is made
 * for each turn: it knows what the model thought before.
 */
export function streamStepOf(
  ask: CallModel,
  { isReasoning = false, keepsPrompts = false }: StepSettings = {},
): StreamStep {
  const memory = new ReplyMemory();
  return async (request, signal, tell) => {
    const reader = new ReplyReader();
    let isWhole = false;
    const question: ModelQuestion = {
      prompt: keepsPrompts ? keptPrompt(request, memory) : promptOf(request, memory),
      ...(request.tools.length > 0 ? { tools: toolsOf(request), toolChoice: { type: 'auto' } } : {}),
      ...(isReasoning ? { reasoning: 'medium' } : {}),
      providerOptions: { openai: { ...storesNothing, ...(isReasoning ? thinks : {}) } },
    };
    await ask(question, signal, (part) => {
      reader.read(part);
      const piece = pieceOf(part);
      if (part.type === 'finish') {
        // The provider has counted what it filtered out.
        if (piece && part.finishReason.unified === 'content-filter') tell(piece);
        requireEnd(part);
        isWhole = true;
        const isCutOff = part.finishReason.unified === 'length' && reader.reply.calls.length === 0;
        if (isCutOff) tell({ type: 'text', text: cutOff });
      }
      if (piece) tell(piece);
    });
    if (!isWhole) throw endedEarly();
    signal.throwIfAborted();
    memory.keep(request, reader.reply);
  };
}

function toolsOf({ tools }: StepRequest) {
  return tools.map(({ name, description, inputSchema }) => {
    return { type: 'function', name, description, inputSchema } as const;
  });
}

function promptOf(request: StepRequest, memory: ReplyMemory): LanguageModelV4Message[] {
  return [{ role: 'system', content: request.system }, ...messagesOf(request, memory)];
}

/**
 * Makes a prompt with marks up to which the provider caches it: after the tools and the instructions, for other turns;
 * and after the messages, for the next step of this turn.
 */
function keptPrompt(request: StepRequest, memory: ReplyMemory): LanguageModelV4Message[] {
  const { system, sharedLetters = system.length } = request;
  const [shared, own] = [system.slice(0, sharedLetters), system.slice(sharedLetters)];
  const messages = messagesOf(request, memory);
  const last = messages.at(-1);
  return [
    { role: 'system', content: shared, providerOptions: keep },
    ...(own === '' ? [] : [{ role: 'system', content: own } as const]),
    ...messages.slice(0, -1),
    ...(last ? [{ ...last, providerOptions: keep }] : []),
  ];
}

const keep = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function messagesOf({ messages }: StepRequest, memory: ReplyMemory): LanguageModelV4Message[] {
  return messages.map((message, index): LanguageModelV4Message => {
    switch (message.role) {
      case 'user':
        return {
          role: 'user',
          content: message.content.map((part) =>
            part.type === 'text' ? part : { ...part, data: { type: 'data', data: Buffer.from(part.data, 'base64') } },
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
function requireEnd({ finishReason: { unified, raw } }: Finish): void {
  if (unified === 'content-filter')
    throw new CallFailed('The provider of the model filtered its answer out', { failure: 'content-filter' });
  if (unified === 'interrupted' || unified === 'error' || (unified === 'other' && raw === undefined))
    throw endedEarly();
}

function pieceOf(part: ModelPart): PieceOfStep | undefined {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? undefined : { type: 'text', text: part.delta };
    case 'reasoning-delta':
      return part.delta === '' ? undefined : { type: 'reasoning', text: part.delta };
    case 'tool-call':
      return { type: 'call', id: part.toolCallId, name: part.toolName, input: part.input.trim() || '{}' };
    case 'finish':
      return usagePiece(part.usage);
    default:
      return undefined;
  }
}

/** @returns nothing for a provider that tells no usage */
function usagePiece({ inputTokens, outputTokens }: LanguageModelV4Usage): PieceOfStep | undefined {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return undefined;
  const usage: Usage = {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    cachedInputTokens: inputTokens.cacheRead ?? 0,
  };
  return { type: 'usage', usage };
}
