/** The node of the graph that talks, as the wire names it. */
const mainNode = 'orrery_data_analyst_agent';

/** Paths of the nodes that records come from. */
const graphPaths = { main: [mainNode], tools: [mainNode, 'tools'], final: ['final'] } as const;

export interface UserRecord {
  readonly id: string;
  readonly role: 'user';
  readonly content: string;
  readonly isDelta: false;
  readonly sort: number;
}

interface AssistantRecord {
  readonly id: string;
  readonly role: 'assistant';
  readonly graphPath: readonly string[];
  readonly isStructuredResponse: boolean;
  readonly isInProcess: boolean;
  readonly isDelta: boolean;
  readonly sort: number;
}

/** Text of the main node or the final answer. */
export interface TextRecord extends AssistantRecord {
  readonly content: string;
  readonly thinking: string;
}

export interface ToolRecord extends AssistantRecord {
  readonly toolCall: {
    readonly name: string;
    /** JSON text. */
    readonly input: string;
    /** JSON text; absent while the tool works. */
    readonly result?: string;
  };
}

/** A line of a chat that belongs to a message; see section 4 of the contract of chats. */
export type ChatRecord = UserRecord | TextRecord | ToolRecord;

export function userRecord(id: string, content: string, sort: number): UserRecord {
  return { id, role: 'user', content, isDelta: false, sort };
}

export function textRecord(
  id: string,
  { content, thinking }: { readonly content: string; readonly thinking: string },
  shape: { readonly isDelta: boolean; readonly isInProcess: boolean; readonly sort: number },
): TextRecord {
  return {
    id,
    role: 'assistant',
    content,
    thinking,
    graphPath: graphPaths.main,
    isStructuredResponse: false,
    isInProcess: shape.isInProcess,
    isDelta: shape.isDelta,
    sort: shape.sort,
  };
}

export function toolRecord(id: string, toolCall: ToolRecord['toolCall'], sort: number): ToolRecord {
  return {
    id,
    role: 'assistant',
    toolCall,
    graphPath: graphPaths.tools,
    isStructuredResponse: false,
    isInProcess: toolCall.result === undefined,
    isDelta: false,
    sort,
  };
}

export function finalRecord(id: string, content: string, sort: number): TextRecord {
  return {
    id,
    role: 'assistant',
    content,
    thinking: '',
    graphPath: graphPaths.final,
    isStructuredResponse: false,
    isInProcess: false,
    isDelta: false,
    sort,
  };
}

export function isTool(record: ChatRecord): record is ToolRecord {
  return 'toolCall' in record;
}

export function isFinal(record: ChatRecord): record is TextRecord {
  return 'content' in record && record.role === 'assistant' && record.graphPath[0] === 'final';
}

export function isMainText(record: ChatRecord): record is TextRecord {
  return 'content' in record && record.role === 'assistant' && record.graphPath[0] === mainNode;
}

/** The first line of each stream. @param isStreaming whether a run went on when the request arrived */
export function cutoffLine(chatId: string, isStreaming: boolean): string {
  return lineOf({ id: '__cutoff__', role: 'assistant', sort: 0, state: { chatId, isStreaming } });
}

export function errorLine(error: string): string {
  return lineOf({ error });
}

export function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`;
}
