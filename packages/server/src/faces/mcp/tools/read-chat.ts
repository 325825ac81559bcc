import { Unavailable } from '@orrery/kernel';
import type { McpToolCall } from './tool.ts';

export interface ChatAnswer {
  readonly chatId: string;
  readonly answer: string;
  readonly queries: readonly QueryOfChat[];
}

interface QueryOfChat {
  readonly title: string;
  readonly sql: string;
  readonly columns: { name: string; type: string }[];
  readonly rows: (string | number | boolean | null)[][];
  readonly totalRows: number;
}

/** A line of a chat, as far as it is read here. */
interface ReadChatLine {
  readonly id?: string;
  readonly error?: string;
  readonly content?: string;
  readonly isDelta?: boolean;
  readonly graphPath?: readonly string[];
  readonly state?: { readonly chatId?: string };
  readonly toolCall?: { readonly name: string; readonly result?: string };
}

const queryTool = 'orrerySqlApi';

/**
 * Follows a run to its end. The run goes on when the caller is gone.
 *
 * @param pieces whole lines; an empty one keeps a connection alive @throws Unavailable, the reason of the signal
 */
export async function readChat(
  pieces: AsyncIterable<string>,
  { signal, report }: Pick<McpToolCall, 'signal'> & { report(progress: number, message: string): Promise<void> },
): Promise<ChatAnswer> {
  let [chatId, answer, steps] = ['', undefined as string | undefined, 0];
  let failure: string | undefined;
  const queries: QueryOfChat[] = [];
  const read = async (text: string) => {
    const line = JSON.parse(text) as ReadChatLine; // as the chat just wrote it
    if (line.error !== undefined) failure = line.error;
    if (line.id === '__cutoff__') chatId = line.state?.chatId ?? '';
    if (line.toolCall && line.toolCall.result === undefined) await report((steps += 1), `Calls ${line.toolCall.name}`);
    if (line.toolCall?.name === queryTool && line.toolCall.result !== undefined) {
      queries.push(...queriesIn(line.toolCall.result));
    }
    if (line.graphPath?.[0] === 'final' && line.isDelta === false) answer = line.content;
  };
  for await (const piece of pieces) {
    signal.throwIfAborted();
    const lines = piece.split('\n').filter((line) => line !== '');
    if (lines.length === 0) await report((steps += 1), 'The agent is working');
    for (const line of lines) await read(line);
  }
  if (answer !== undefined) return { chatId, answer, queries };
  const why = failure ?? 'the chat was stopped';
  throw new Unavailable('mcp.no-answer', `The agent gave no answer: ${why}. Its chatId is ${chatId}`);
}

interface ResultOfQuery {
  readonly error?: string;
  readonly queryTitle: string;
  readonly sqlQuery: string;
  readonly schema: readonly { readonly name: string; readonly column_type: string }[];
  readonly data: (string | number | boolean | null)[][];
  readonly totalRows: number;
}

/** A query that failed has no rows to show. */
function queriesIn(text: string): readonly QueryOfChat[] {
  const result = JSON.parse(text) as ResultOfQuery; // as the tool just wrote it
  if (result.error !== undefined) return [];
  const { queryTitle: title, sqlQuery: sql, schema, data, totalRows } = result;
  const columns = schema.map(({ name, column_type: type }) => ({ name, type: typeOf(type) }));
  return [{ title, sql, columns, rows: data, totalRows }];
}

/** The types of columns as other results name them. */
function typeOf(columnType: string): string {
  switch (columnType) {
    case 'Int64':
    case 'Double':
      return 'number';
    case 'Boolean':
      return 'boolean';
    case 'Timestamp':
      return 'time';
    default:
      return 'string';
  }
}
