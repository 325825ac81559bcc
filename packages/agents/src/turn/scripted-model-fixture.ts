import type { PieceOfStep, StepMessage, StepRequest, StreamStep } from './model-step.ts';
import type { Part } from './part.ts';
import { callWith } from './tools/orrery-sql-api.ts';
import type { AgentInEffect, DataOfTurn, Turn } from './turn.ts';

/** What a scripted model says in one call: a text, tool calls, or pieces. */
type Said = string | readonly PieceOfStep[];

/** A model that says what a script says, in the order of its calls; the last entry is repeated. */
export function scripted(script: readonly (Said | ((request: StepRequest) => Said))[]) {
  const requests: StepRequest[] = [];
  const stream: StreamStep = async (request, signal, tell) => {
    const entry = script[Math.min(requests.length, script.length - 1)] ?? '';
    requests.push(request);
    const said = typeof entry === 'function' ? entry(request) : entry;
    for (const piece of typeof said === 'string' ? inPieces(said) : said) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
      tell(piece);
    }
    tell({ type: 'usage', usage: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 10 } });
  };
  return { stream, requests };
}

export const call = (name: string, input: unknown): PieceOfStep => {
  return { type: 'call', id: 'call_1', name, input: typeof input === 'string' ? input : JSON.stringify(input) };
};

export function query(sql: string, more: object = {}): PieceOfStep {
  const { name, input } = callWith(sql, { queryTitle: 'Title', description: 'Words', userRequest: 'Question' });
  return call(name, { ...input, ...more });
}

function inPieces(text: string): readonly PieceOfStep[] {
  return text.split(/(?<=[ ,.])/).map((piece) => ({ type: 'text', text: piece }));
}

export const plainAgent: AgentInEffect = {
  name: 'Auto',
  rules: { always: [], requested: [] },
  certifiedQueries: [],
  skills: [],
};

export function turnOf(question: string, data: DataOfTurn, more: Partial<Turn> = {}): Turn {
  return { question, history: [], images: [], data, agent: plainAgent, isDevMode: false, ...more };
}

export function dependenciesOf(model: StreamStep, limits = { toolCalls: 25, seconds: 600, tokens: 2_000_000 }) {
  let ids = 0;
  return { model, limits, contextTokens: 128_000, clock: Date, newId: () => `id-${(ids += 1)}` };
}

export async function partsOf(turn: AsyncGenerator<Part, void>): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for await (const part of turn) parts.push(part);
  return parts;
}

export const finalOf = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.type === 'final' ? [part.text] : [])).join('|');

export const mainOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

export const resultsOf = (parts: readonly Part[]) =>
  parts.flatMap((part) =>
    part.type === 'tool-end' ? [JSON.parse(part.result) as Readonly<Record<string, never>>] : [],
  );

/** All that a model read in its messages. */
export const textOfMessages = (messages: readonly StepMessage[]): string => JSON.stringify(messages);

/** Data without views, for turns that query nothing. */
export const noData: DataOfTurn = {
  now: new Date('2026-03-01T12:00:00Z'),
  timezone: 'UTC',
  meta: () => Promise.resolve({ cubes: [] }),
  rows: () => Promise.resolve({ inQuery: () => 'all', countOf: () => undefined, keyOf: () => [] }),
  hiddenNames: () => Promise.resolve({ areIn: () => false }),
  statement: () => Promise.reject(new Error('there is no data')),
  columns: () => Promise.reject(new Error('there is no data')),
  print: () => Promise.resolve(undefined),
  values: () => Promise.reject(new Error('there is no data')),
};

/** The text of a statement, however it is run. */
export function sqlOf(written: Parameters<DataOfTurn['statement']>[0]): string {
  return typeof written === 'string' ? written : written.text;
}

/** Data of which each statement has these rows. */
export function dataOf(
  columns: Readonly<Record<string, 'number' | 'string'>>,
  rows: readonly (readonly (string | null)[])[],
): DataOfTurn {
  const described = Object.entries(columns).map(([name, type]) => {
    return { name, type, column_type: type === 'number' ? 'Double' : 'String', isConstant: false };
  });
  return {
    ...noData,
    columns: () => Promise.resolve(described),
    statement: () => Promise.resolve({ columns: described, rows, totalRows: rows.length }),
  };
}
