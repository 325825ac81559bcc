import { type ChatRecord, isFinal, isMainText, isTool, lineOf, type ToolRecord } from './record.ts';

/** The messages of a thread in the form in which clients know serialized conversations. */
function stateMessages(records: readonly ChatRecord[]): readonly object[] {
  return runsOf(records).flatMap((run) => [...humans(run), ...assistants(run)]);
}

/** The last line of each stream. */
export function stateLine(records: readonly ChatRecord[], sort: number, more: object): string {
  const state = { messages: stateMessages(records), ...more };
  return lineOf({ id: '__state__', role: 'assistant', isDelta: false, sort, state });
}

/** Each run begins with a record of the user. */
function runsOf(records: readonly ChatRecord[]): readonly (readonly ChatRecord[])[] {
  const runs: ChatRecord[][] = [];
  for (const record of records) {
    if (record.role === 'user' || runs.length === 0) runs.push([]);
    runs.at(-1)?.push(record);
  }
  return runs;
}

function humans(run: readonly ChatRecord[]): readonly object[] {
  return run.flatMap((record) =>
    record.role === 'user' ? [message('HumanMessage', { content: record.content, id: record.id })] : [],
  );
}

/** The text before the answer with the calls, their results, and the answer. */
function assistants(run: readonly ChatRecord[]): readonly object[] {
  const tools = run.filter(isTool).filter(({ toolCall }) => toolCall.result !== undefined);
  const answer = run.findLast(isFinal);
  const main = run.findLast(isMainText);
  const said = main === undefined ? '' : withoutEnd(main.content, answer?.content ?? '');
  const calling = tools.length > 0 || said !== '';
  const id = main?.id ?? tools[0]?.id ?? '';
  return [
    ...(calling ? [message('AIMessage', { content: said, id, tool_calls: tools.map(callOf) })] : []),
    ...tools.map(resultOf),
    ...(answer ? [message('AIMessage', { content: answer.content, id: answer.id, tool_calls: [] })] : []),
  ];
}

function withoutEnd(text: string, end: string): string {
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length).trimEnd() : text;
}

function callOf({ id, toolCall }: ToolRecord): object {
  return { id, name: toolCall.name, args: parsed(toolCall.input), type: 'tool_call' };
}

function resultOf({ id, toolCall }: ToolRecord): object {
  const { name, result = '' } = toolCall;
  const status = result.startsWith('{"error":') ? 'error' : 'success';
  return message('ToolMessage', { content: result, tool_call_id: id, name, status });
}

function message(kind: 'HumanMessage' | 'AIMessage' | 'ToolMessage', kwargs: object): object {
  return { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', kind], kwargs };
}

function parsed(input: string): object {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
  } catch {
    return { value: input };
  }
}
