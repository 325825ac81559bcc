import type { Part } from '../../turn/index.ts';
import { type ChatRecord, finalRecord, textRecord, type TextRecord, toolRecord, type ToolRecord } from './record.ts';

/** Makes the numbered records of a run of what happens in its turn. */
export class RunRecords {
  readonly #newId: () => string;
  readonly #mainId: string;
  #sort: number;
  #content = '';
  #thinking = '';
  /** The number of the last piece of the main text; 0 before the first. */
  #textSort = 0;
  readonly #openTools = new Map<string, ToolRecord['toolCall']>();

  /** @param lastSort the last number that was used in the thread */
  constructor(lastSort: number, newId: () => string) {
    this.#sort = lastSort;
    this.#newId = newId;
    this.#mainId = newId();
  }

  get lastSort(): number {
    return this.#sort;
  }

  /** @returns the pieces to show; the first one of a message is empty */
  text({ text, thinking = '' }: Extract<Part, { type: 'text' }>): readonly TextRecord[] {
    const pieces = this.#textSort === 0 ? [this.#delta('', '')] : [];
    pieces.push(this.#delta(text, thinking));
    return pieces;
  }

  toolStart({ id, name, input }: Extract<Part, { type: 'tool-start' }>): ToolRecord {
    this.#openTools.set(id, { name, input });
    return toolRecord(id, { name, input }, this.next());
  }

  toolEnd({ id, result }: Extract<Part, { type: 'tool-end' }>): ToolRecord {
    const call = this.#openTools.get(id);
    if (!call) throw new Error(`the tool call ${id} ended before it began`);
    this.#openTools.delete(id);
    return toolRecord(id, { ...call, result }, this.next());
  }

  /** Closes the open parts: tool calls that did not end, and the main text. @param error becomes the result of the calls */
  closing(error: string): readonly ChatRecord[] {
    const result = JSON.stringify({ error: `Error: ${error}` });
    const tools = [...this.#openTools].map(([id, call]) => toolRecord(id, { ...call, result }, this.next()));
    this.#openTools.clear();
    return this.#textSort === 0 ? tools : [...tools, this.#main({ isInProcess: false, sort: this.next() })];
  }

  final(text: string): TextRecord {
    return finalRecord(this.#newId(), text, this.next());
  }

  /** The main text so far, for clients that join later. */
  soFar(): TextRecord | undefined {
    return this.#textSort === 0 ? undefined : this.#main({ isInProcess: true, sort: this.#textSort });
  }

  /** Takes the next number of the thread. */
  next(): number {
    this.#sort += 1;
    return this.#sort;
  }

  #delta(content: string, thinking: string): TextRecord {
    this.#content += content;
    this.#thinking += thinking;
    this.#textSort = this.next();
    return textRecord(this.#mainId, { content, thinking }, { isDelta: true, isInProcess: true, sort: this.#textSort });
  }

  #main(shape: { readonly isInProcess: boolean; readonly sort: number }): TextRecord {
    return textRecord(this.#mainId, { content: this.#content, thinking: this.#thinking }, { isDelta: false, ...shape });
  }
}
