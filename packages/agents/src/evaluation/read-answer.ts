import { type Part, statementIn } from '../turn/index.ts';

/** An answer as far as it is graded. */
export interface GivenAnswer {
  /** The last query that worked. */
  readonly sql?: string;
  /** The last query, where none worked. */
  readonly failedSql?: string;
  /** Why it did not work. */
  readonly failure?: string;
  readonly text: string;
  /** Numbers of the text that no result confirms. */
  readonly unconfirmed: readonly string[];
}

/** Reads the parts of a turn to its end. @throws what the turn throws, the reason of the signal */
export async function readAnswer(parts: AsyncIterable<Part>, signal: AbortSignal): Promise<GivenAnswer> {
  const asked = new Map<string, string>();
  let answer: GivenAnswer = { text: '', unconfirmed: [] };
  for await (const part of parts) {
    signal.throwIfAborted();
    if (part.type === 'tool-start' && part.name === 'orrerySqlApi') asked.set(part.id, sqlIn(part.input));
    else if (part.type === 'tool-end') {
      const sql = asked.get(part.id);
      if (sql === undefined) continue;
      if (!part.isError) answer = { ...answer, sql };
      else answer = { ...answer, failedSql: sql, failure: errorIn(part.result) };
    } else if (part.type === 'final') answer = { ...answer, text: part.text, unconfirmed: part.unconfirmed ?? [] };
  }
  signal.throwIfAborted();
  return answer;
}

/** A model writes the input: it may be anything. */
function sqlIn(input: string): string {
  return statementIn(parsed(input)) ?? input;
}

function errorIn(result: string): string {
  const read = parsed(result);
  const value: unknown = typeof read === 'object' && read !== null ? Reflect.get(read, 'error') : undefined;
  return typeof value === 'string' ? value : '';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
