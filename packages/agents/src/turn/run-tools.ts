import { unlessAborted } from '@orrery/kernel';
import type { Part } from './part.ts';
import type { WrittenCall } from './stream-reply.ts';
import type { Tool, ToolContext, ToolOutcome } from './tools/tool.ts';
import { ToolRefused, toolError } from './tools/tool-error.ts';
import { TurnFailed } from './turn-failed.ts';

/** A call that was made, with what came of it. */
export interface CallResult {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** JSON text. */
  readonly result: string;
  readonly isError: boolean;
  readonly isRepeated: boolean;
  /** Equal for equal calls. */
  readonly key: string;
  readonly note?: string | undefined;
  readonly shown?: ToolOutcome['shown'];
  readonly query?: ToolOutcome['query'];
}

interface Toolbox {
  readonly tools: readonly Tool[];
  readonly context: ToolContext;
  /** Keys of calls that were made before. */
  readonly made: ReadonlySet<string>;
  /** How many more calls the turn may make. */
  readonly left: number;
}

/** Calls that run at the same time. */
const mostAtOnce = 5;
const mostInput = 100_000;
const mostResult = 1_000_000;

/**
 * Runs the calls of one reply. All of them begin before the first one ends; they end in the order in which they do.
 *
 * @throws TurnFailed, the reason of the signal
 */
export async function* runTools(
  calls: readonly WrittenCall[],
  { tools, context, made, left }: Toolbox,
): AsyncGenerator<Part, readonly CallResult[]> {
  const over = new AbortController();
  const signal = AbortSignal.any([context.signal, over.signal]);
  const known = new Set(made);
  const begun = calls.map((written, index) => {
    const { name, input, fault } = readInput(written);
    const key = JSON.stringify([name, canonical(parsed(input))]);
    const isRepeated = known.has(key);
    known.add(key);
    return { id: context.newId(), name, input, fault, key, isRepeated, isLeft: index < left };
  });
  try {
    const showing = Promise.all(begun.map((call) => shownInputOf(call, tools, { ...context, signal })));
    const shown = await unlessAborted(showing, signal);
    for (const [index, { id, name, input }] of begun.entries())
      yield { type: 'tool-start', id, name, input: shown[index] ?? input };
    const results: CallResult[] = [];
    const waiting = [...begun];
    const running = new Map<string, Promise<CallResult>>();
    while (waiting.length > 0 || running.size > 0) {
      for (const call of waiting.splice(0, mostAtOnce - running.size))
        running.set(call.id, runCall(call, tools, { ...context, signal }));
      const result = await unlessAborted(Promise.race(running.values()), signal);
      running.delete(result.id);
      results.push(result);
      const { query } = result;
      const ended = { type: 'tool-end', id: result.id, result: result.result, isError: result.isError } as const;
      yield query ? { ...ended, query } : ended;
    }
    return begun.flatMap(({ id }) => results.find((result) => result.id === id) ?? []);
  } finally {
    over.abort(new Error('the calls are over'));
  }
}

interface StartedCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
  readonly fault: string | undefined;
  readonly key: string;
  readonly isRepeated: boolean;
  readonly isLeft: boolean;
}

async function runCall(call: StartedCall, tools: readonly Tool[], context: ToolContext): Promise<CallResult> {
  const { id, name, input, key, isRepeated } = call;
  const made = { id, name, input, key, isRepeated };
  try {
    const { result, note, shown, query } = await outcomeOf(call, tools, context);
    const text = JSON.stringify(result);
    if (text.length > mostResult)
      throw new ToolRefused('The result is too large; ask for fewer columns or shorter texts');
    return { ...made, result: text, isError: false, note, shown, ...(query ? { query } : {}) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof TurnFailed) throw error; // such as a branch that is not there any more
    return { ...made, result: JSON.stringify(toolError(error, id)), isError: true };
  }
}

/** The input with what its tool chooses before it runs; as it is where the call will not run. */
async function shownInputOf(call: StartedCall, tools: readonly Tool[], context: ToolContext): Promise<string> {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool?.shownInput || !call.isLeft || call.isRepeated || call.fault !== undefined) return call.input;
  const text = JSON.stringify(await tool.shownInput(parsed(call.input), context));
  return text.length > mostInput ? call.input : text;
}

async function outcomeOf(call: StartedCall, tools: readonly Tool[], context: ToolContext): Promise<ToolOutcome> {
  const tool = tools.find(({ name }) => name === call.name);
  const names = tools.map(({ name }) => name).join(', ');
  if (!call.isLeft) throw new ToolRefused('No further tool call is left in this turn');
  if (!tool) throw new ToolRefused(`There is no tool ${JSON.stringify(call.name)}; there are: ${names}`);
  if (call.fault !== undefined) throw new ToolRefused(call.fault);
  if (call.isRepeated)
    throw new ToolRefused('The same call was made before in this turn; read its result, or change the call');
  return tool.run(parsed(call.input), context);
}

/** @returns the input as JSON text, whatever the model wrote */
function readInput({ name, input }: WrittenCall) {
  const shortName = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  const fault = inputFault(input);
  const text = input.trim() === '' ? '{}' : fault === undefined ? input : JSON.stringify(input.slice(0, 2_000));
  return { name: shortName, input: text, fault };
}

function inputFault(input: string): string | undefined {
  if (input.length > mostInput) return `The input has more than ${mostInput} letters`;
  if (input.trim() === '') return undefined;
  try {
    JSON.parse(input);
    return undefined;
  } catch (error) {
    return `The input is no JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`;
  }
}

const parsed = (input: string): unknown => JSON.parse(input); // checked before

/** Writes keys in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
