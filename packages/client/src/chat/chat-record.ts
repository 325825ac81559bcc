/** The first record of each stream. */
export interface CutoffRecord {
  readonly id: '__cutoff__';
  readonly role: 'assistant';
  readonly sort: number;
  readonly state: {
    readonly chatId: string;
    /** Whether an answer was being given when the request arrived. */
    readonly isStreaming: boolean;
  };
}

/** The whole chat in serialized messages, and more facts about the run. */
export interface ChatState {
  readonly messages: readonly unknown[];
  /** Set when the answer was stopped. */
  readonly aborted?: boolean;
  readonly [fact: string]: unknown;
}

/** The last record of each stream. */
export interface StateRecord {
  readonly id: '__state__';
  readonly role: 'assistant';
  readonly isDelta: false;
  readonly sort: number;
  readonly state: ChatState;
}

export interface UserRecord {
  readonly id: string;
  readonly role: 'user';
  readonly content: string;
  readonly isDelta: boolean;
  readonly sort: number;
}

interface AssistantRecord {
  readonly id: string;
  readonly role: 'assistant';
  /** The node that speaks: `["final"]` of the answer, `[..., "tools"]` of tools. */
  readonly graphPath: readonly string[];
  readonly isStructuredResponse: boolean;
  readonly isInProcess: boolean;
  /** Whether this is a piece to append; else the record is the whole message so far. */
  readonly isDelta: boolean;
  readonly sort: number;
}

export interface TextRecord extends AssistantRecord {
  readonly content: string;
  readonly thinking?: string;
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

/** A run that failed; the stream goes on to its last record. */
export interface ErrorRecord {
  readonly error: string;
}

export type ChatRecord = CutoffRecord | StateRecord | UserRecord | TextRecord | ToolRecord | ErrorRecord;

export function isError(record: ChatRecord): record is ErrorRecord {
  return 'error' in record;
}

export function isCutoff(record: ChatRecord): record is CutoffRecord {
  return 'id' in record && record.id === '__cutoff__';
}

export function isState(record: ChatRecord): record is StateRecord {
  return 'id' in record && record.id === '__state__';
}
