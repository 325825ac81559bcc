import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { StepMessage, StepRequest } from '../../turn/index.ts';
import type { ModelPart } from './model-parts.ts';

type MessageContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];
type Reasoning = Extract<MessageContent[number], { type: 'reasoning' }>;
type ReplyOptions = Reasoning['providerOptions'];

interface Called {
  readonly name: string;
  readonly options: ReplyOptions;
}

/** The parts of a reply that the provider needs in the next request. */
export interface KeptReply {
  readonly reasoning: readonly Reasoning[];
  readonly calls: readonly Called[];
}

/**
 * The thoughts of the replies of one turn before their tool calls. Providers need them in the next request, signed or
 * sealed, with the results of the tools; the turn itself knows texts and calls only. A reply is identified by the index
 * of its message.
 */
export class ReplyMemory {
  readonly #replies = new Map<number, KeptReply>();

  /** @param request the one that was answered */
  keep({ messages }: StepRequest, reply: KeptReply): void {
    const hasMore = reply.reasoning.length > 0 || reply.calls.some(({ options }) => options !== undefined);
    if (reply.calls.length > 0 && hasMore) this.#replies.set(messages.length, reply);
  }

  /** Returns the content of a message of the model, with the provider's further data. */
  contentAt(index: number, { content }: Extract<StepMessage, { role: 'assistant' }>): MessageContent {
    const kept = this.#replies.get(index);
    const calls = content.filter((part) => part.type === 'tool-call');
    // Calls of unknown tools, or too many, may have been left out.
    const isSame =
      kept?.calls.length === calls.length && calls.every((each, at) => each.toolName === kept.calls[at]?.name);
    if (!kept || !isSame) return [...content];
    let at = 0;
    const parts = content.map((part) => {
      if (part.type !== 'tool-call') return part;
      const providerOptions = kept.calls[at++]?.options;
      return providerOptions === undefined ? part : { ...part, providerOptions };
    });
    return [...kept.reasoning, ...parts];
  }
}

/** Collects what is kept of a reply from its stream. */
export class ReplyReader {
  readonly #reasoning = new Map<string, { text: string; options: ReplyOptions }>();
  readonly #calls: Called[] = [];

  read(part: ModelPart): void {
    switch (part.type) {
      case 'reasoning-start':
        this.#reasoning.set(part.id, { text: '', options: part.providerMetadata });
        return;
      case 'reasoning-delta': {
        const block = this.#reasoning.get(part.id);
        if (!block) return;
        block.text += part.delta;
        block.options = part.providerMetadata ?? block.options;
        return;
      }
      case 'reasoning-end': {
        const block = this.#reasoning.get(part.id);
        if (block) block.options = part.providerMetadata ?? block.options;
        return;
      }
      case 'tool-call':
        this.#calls.push({ name: part.toolName, options: part.providerMetadata });
        return;
      default:
        return;
    }
  }

  get reply(): KeptReply {
    const reasoning = [...this.#reasoning.values()].map(({ text, options }): Reasoning => {
      return { type: 'reasoning', text, ...(options === undefined ? {} : { providerOptions: options }) };
    });
    return { reasoning, calls: this.#calls };
  }
}
