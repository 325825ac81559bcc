import type { ChatRecord } from './chat-record.ts';

type RecordFields = Readonly<Record<string, unknown>>;

/** Reads a line of a stream. Fields that are missing count as empty. @returns `undefined` for a line of an unknown kind */
export function readRecord(line: RecordFields): ChatRecord | undefined {
  const { id, error, role, state } = line;
  if (typeof id !== 'string') return typeof error === 'string' ? { error } : undefined;
  const sort = typeof line['sort'] === 'number' ? line['sort'] : 0;
  if (id === '__cutoff__') {
    const { chatId, isStreaming } = fieldsOf(state);
    return { id, role: 'assistant', sort, state: { chatId: textOf(chatId), isStreaming: isStreaming === true } };
  }
  if (id === '__state__') {
    const { messages, ...facts } = fieldsOf(state);
    const known = Array.isArray(messages) ? messages : [];
    return { id, role: 'assistant', isDelta: false, sort, state: { ...facts, messages: known } };
  }
  const isDelta = line['isDelta'] === true;
  if (role === 'user') return { id, role, content: textOf(line['content']), isDelta, sort };
  const assistant = {
    id,
    role: 'assistant',
    graphPath: Array.isArray(line['graphPath']) ? line['graphPath'].map(textOf) : [],
    isStructuredResponse: line['isStructuredResponse'] === true,
    isInProcess: line['isInProcess'] === true,
    isDelta,
    sort,
  } as const;
  const { toolCall } = line;
  if (typeof toolCall !== 'object' || toolCall === null) {
    return { ...assistant, content: textOf(line['content']), thinking: textOf(line['thinking']) };
  }
  const { name, input, result } = fieldsOf(toolCall);
  const ended = typeof result === 'string' ? { result } : {};
  return { ...assistant, toolCall: { name: textOf(name), input: textOf(input), ...ended } };
}

function fieldsOf(value: unknown): RecordFields {
  return typeof value === 'object' && value !== null ? (value as RecordFields) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
