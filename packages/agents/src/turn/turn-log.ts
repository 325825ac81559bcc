import { z } from 'zod';
import { noUsage, type StepMessage, sumOfUsage, type Usage } from './model-step.ts';
import { NumberCheck } from './numbers/check-numbers.ts';
import type { Evidence, ShownResult } from './numbers/evidence.ts';
import { fitted, objectOf, openingMessages, type RoomOfCall } from './prompts/messages.ts';
import { quotedResult } from './prompts/quoted.ts';
import type { Memory } from '../memory/index.ts';
import type { CallResult } from './run-tools.ts';
import type { Reply } from './stream-reply.ts';
import type { EarlierResult } from './tools/tool.ts';
import type { Turn } from './turn.ts';

/**
 * Letters of one result that the model reads; clients get all of it. One result has no more than a quarter of the room of
 * a call, and all results of a step no more than half.
 */
const mostLetters = 40_000;

/** The messages and tool calls of a turn so far: for the model, for the stop conditions and for the check of numbers. */
export class TurnLog {
  readonly calls: CallResult[] = [];
  usage: Usage = noUsage;
  readonly #turn: Turn;
  readonly #room: RoomOfCall;
  readonly #messages: StepMessage[];
  readonly #memories: readonly Memory[];
  readonly #past: readonly EarlierResult[];
  #check: NumberCheck | undefined;

  /** @param memories those that the model reads @param room of one call */
  constructor(turn: Turn, memories: readonly Memory[], room: RoomOfCall) {
    this.#turn = turn;
    this.#memories = memories;
    this.#room = room;
    this.#messages = openingMessages(turn, room.history);
    this.#past = turn.history.flatMap(({ calls }) => calls.flatMap(earlierResult));
  }

  /** The messages for the next call of the model. */
  get messages(): readonly StepMessage[] {
    return fitted(this.#messages, this.#room.messages);
  }

  /** Results of the thread, which a query may follow up. */
  get earlier(): readonly EarlierResult[] {
    return [...this.#past, ...this.calls.flatMap(earlierResult)];
  }

  /** Results of the queries of this turn. */
  get results(): readonly ShownResult[] {
    return this.calls.flatMap(({ name, shown }) => (name === 'orrerySqlApi' && shown?.result ? [shown.result] : []));
  }

  /** Whether the model has stored the memory that the user requested. */
  get hasRemembered(): boolean {
    return this.calls.some(({ name, isError }) => name === 'orreryRemember' && !isError);
  }

  /** Keys of the calls that were made. */
  get madeCalls(): ReadonlySet<string> {
    return new Set(this.calls.map(({ key }) => key));
  }

  /** The check of numbers against the results so far. */
  get check(): NumberCheck {
    this.#check ??= new NumberCheck(evidenceOf(this.#turn, this.calls, this.#memories));
    return this.#check;
  }

  addUsage(usage: Usage): void {
    this.usage = sumOfUsage(this.usage, usage);
  }

  addAnswer({ text }: Reply, correction: string): void {
    if (text.trim() !== '') this.#messages.push({ role: 'assistant', content: [{ type: 'text', text }] });
    this.tell(correction);
  }

  addCalls({ text }: Reply, results: readonly CallResult[]): void {
    this.#check = undefined;
    this.calls.push(...results);
    const said = text.trim() === '' ? [] : [{ type: 'text', text } as const];
    const called = results.map(({ id, name, input }) => {
      return { type: 'tool-call', toolCallId: id, toolName: name, input: objectOf(input) } as const;
    });
    this.#messages.push({ role: 'assistant', content: [...said, ...called] });
    const room = this.#room.messages;
    const most = Math.min(mostLetters, room / 4, room / (2 * results.length));
    this.#messages.push({
      role: 'tool',
      content: results.map((each) => {
        const output = {
          type: each.isError ? 'error-text' : 'text',
          value: readable(each, most),
        } as const;
        return { type: 'tool-result', toolCallId: each.id, toolName: each.name, output };
      }),
    });
  }

  tell(words: string): void {
    this.#messages.push({ role: 'user', content: [{ type: 'text', text: words }] });
  }
}

function evidenceOf({ question, data }: Turn, calls: readonly CallResult[], memories: readonly Memory[]): Evidence {
  const shown = calls.flatMap((call) => call.shown ?? []);
  return {
    question,
    year: data.now.getUTCFullYear(),
    results: shown.flatMap(({ result }) => result ?? []),
    statements: shown.flatMap(({ statement }) => statement ?? []),
    descriptions: shown.flatMap(({ descriptions = [] }) => descriptions),
    counts: shown.flatMap(({ counts = [] }) => counts),
    quotes: memories.map(({ told, author, isOwn }) => ({ text: told.text, ...(isOwn ? {} : { author }) })),
  };
}

const resultSchema = z.object({ uuid: z.string(), vegaSpec: z.string().optional() });

function earlierResult({ name, result }: { readonly name: string; readonly result: string }): readonly EarlierResult[] {
  if (name !== 'orrerySqlApi') return [];
  try {
    const read = resultSchema.safeParse(JSON.parse(result));
    return read.success ? [read.data] : [];
  } catch {
    return []; // a thread may hold records of other versions
  }
}

/** A result for the model: rows at the end of long ones are left out. */
function readable({ result, note }: CallResult, most: number): string {
  if (result.length <= most) return quotedResult(result, note);
  const read: unknown = JSON.parse(result);
  if (typeof read === 'object' && read !== null && 'data' in read && Array.isArray(read.data)) {
    const rows: readonly unknown[] = read.data;
    let letters = 0;
    const kept = rows.filter((row) => (letters += JSON.stringify(row).length) < most / 2);
    const words = `${rows.length - kept.length} of the rows are left out here.`;
    return quotedResult(
      JSON.stringify({ ...read, data: kept, vegaSpec: undefined }),
      [note, words].filter(Boolean).join(' '),
    );
  }
  return quotedResult(JSON.stringify(result.slice(0, most)), 'The result is cut off here.');
}
