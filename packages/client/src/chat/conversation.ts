import type { ChatMessage, TextMessage } from './chat-message.ts';
import type { ChatRecord, TextRecord } from './chat-record.ts';
import { toolCallOf } from './tool-call.ts';

/**
 * Puts records together: pieces are appended, whole records replace. The same records may come again after a lost line; a
 * piece that is part of what is there already is left out.
 */
export class Conversation {
  readonly #messages = new Map<string, ChatMessage>();
  /** The number of the last record of each message. */
  readonly #sorts = new Map<string, number>();
  #snapshot: readonly ChatMessage[] | undefined;

  /** Takes a record; those that belong to no message change nothing. */
  take(record: ChatRecord): void {
    if (!('id' in record) || 'state' in record) return;
    const { id, sort, isDelta } = record;
    const last = this.#sorts.get(id);
    if (isDelta && last !== undefined && sort <= last) return;
    this.#sorts.set(id, Math.max(sort, last ?? 0));
    this.#messages.set(id, this.#messageOf(record));
    this.#snapshot = undefined;
  }

  /** All messages, in the order in which they began. The list stays the same until a record is taken. */
  get messages(): readonly ChatMessage[] {
    return (this.#snapshot ??= [...this.#messages.values()]);
  }

  /** The messages behind the last question. */
  get answer(): readonly ChatMessage[] {
    const { messages } = this;
    return messages.slice(messages.findLastIndex(({ kind }) => kind === 'user') + 1);
  }

  #messageOf(record: Exclude<ChatRecord, { readonly state: unknown } | { readonly error: string }>): ChatMessage {
    const { id } = record;
    if ('toolCall' in record) {
      return { kind: 'tool', id, isInProcess: record.isInProcess, call: toolCallOf(id, record.toolCall) };
    }
    const before = record.isDelta ? this.#messages.get(id) : undefined;
    const content = (before !== undefined && 'content' in before ? before.content : '') + record.content;
    if (record.role === 'user') return { kind: 'user', id, isInProcess: false, content };
    const thinking = (before !== undefined && 'thinking' in before ? before.thinking : '') + (record.thinking ?? '');
    const { graphPath, isInProcess, isStructuredResponse } = record;
    return { kind: kindOf(record), id, isInProcess, content, thinking, graphPath, isStructuredResponse };
  }
}

function kindOf({ graphPath }: TextRecord): TextMessage['kind'] {
  return graphPath[0] === 'final' && graphPath.length <= 2 ? 'final' : 'text';
}
