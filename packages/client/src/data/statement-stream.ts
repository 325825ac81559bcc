import { networkError, OrreryError, parseLine, readLines } from '../http/index.ts';
import { type DataConnection, type AnswerOrWait, progressIn } from './data-connection.ts';
import type { Cell, Column, Numbers, StatementOptions } from './data-types.ts';
import { rowReader } from './read-numbers.ts';

/** More than any line of an answer: the server sends rows in batches. */
const maxLineLength = 64_000_000;

/** The answer to a statement, from its first line on. */
export interface OpenStatement<N extends Numbers> {
  readonly schema: readonly Column[];
  readonly lastRefreshTime: string | undefined;
  readonly timezone: string | undefined;
  /** Batches of rows, at the pace of their reader. @throws OrreryError for an error line after data */
  readonly batches: AsyncGenerator<readonly (readonly Cell<N>[])[], void>;
}

interface StatementCall {
  readonly text: string;
  readonly options: StatementOptions;
  readonly numbers: Numbers;
}

/** Asks a statement, and waits for the first line of its answer. */
export function openStatement<N extends Numbers>(
  connection: DataConnection,
  { text, options, numbers }: StatementCall,
): Promise<OpenStatement<N>> {
  const { cache, timezone } = options;
  const parameters = { query: text, throwContinueWait: true, cache, timezone };
  const { signal } = options;
  const url = connection.urlOf('cubesql');
  return connection.stream('cubesql', parameters, options, async (body): Promise<AnswerOrWait<OpenStatement<N>>> => {
    const lines = readLines(body, { url, maxLength: maxLineLength, signal });
    try {
      const first = await lines.next();
      if (first.done === true) throw networkError(url, new Error('the answer ended before its first line'));
      const head = parseLine(first.value, url);
      const waitsFor = progressIn(head);
      if (!waitsFor) return { answer: statementIn<N>(head, lines, url, numbers) };
      await lines.return();
      return { waitsFor };
    } catch (error) {
      await lines.return();
      throw error;
    }
  });
}

function statementIn<N extends Numbers>(
  head: Readonly<Record<string, unknown>>,
  lines: AsyncGenerator<string, void>,
  url: string,
  numbers: Numbers,
): OpenStatement<N> {
  if (!Array.isArray(head['schema'])) throw errorIn(head, url);
  const { schema, lastRefreshTime, timezone } = head as unknown as Omit<OpenStatement<N>, 'batches'>; // as the contract says of this line
  const batches = batchesOf<N>(lines, url, numbers === 'number' ? rowReader(schema) : undefined);
  return { schema, lastRefreshTime, timezone, batches };
}

async function* batchesOf<N extends Numbers>(
  lines: AsyncGenerator<string, void>,
  url: string,
  read: ReturnType<typeof rowReader> | undefined,
): AsyncGenerator<readonly (readonly Cell<N>[])[], void> {
  for await (const line of lines) {
    const { data, ...rest } = parseLine(line, url);
    if (!Array.isArray(data)) throw errorIn(rest, url);
    const rows = data as readonly (readonly Cell[])[]; // as the contract says of these lines
    // What is read into is what the caller asked for: N is `number` exactly when there is a reader.
    yield (read ? rows.map(read) : rows) as readonly (readonly Cell<N>[])[];
  }
}

function errorIn({ error, requestId }: Readonly<Record<string, unknown>>, url: string): OrreryError {
  const message = typeof error === 'string' ? error : `${url} sent a line that is neither rows nor an error`;
  const id = typeof requestId === 'string' ? requestId : undefined;
  return new OrreryError(message, { status: 200, code: 'statement.failed', requestId: id });
}
