import { errorOfBody, networkError, parseLine, readLines } from '../http/index.ts';
import type { DataConnection } from './data-connection.ts';
import type { AnswerOfEach, LoadOptions, LoadResult, Numbers, Query, QueryOfEach, ServedResult } from './data-types.ts';

/** More than any answer: the server bounds the size of results. */
const maxLineLength = 512_000_000;

/**
 * Runs queries over one connection.
 *
 * @param read makes of a result what the client returns @throws OrreryError when the answer is not complete
 */
export async function* loadEach<Q extends Query, N extends Numbers>(
  connection: DataConnection,
  queries: readonly QueryOfEach<Q>[],
  { cache, signal }: Pick<LoadOptions, 'cache' | 'signal'>,
  read: (result: ServedResult) => LoadResult<Q, N>,
): AsyncGenerator<AnswerOfEach<Q, N>, void> {
  if (queries.length === 0) return;
  const url = connection.urlOf('load-each');
  const asked = queries.map((each) => ({ ...each, ...(cache === undefined ? {} : { cache }) }));
  const lines = await connection.stream('load-each', { queries: asked }, { signal }, async (body) => ({
    answer: readLines(body, { url, maxLength: maxLineLength, signal }),
  }));
  for await (const text of lines) {
    const line = parseLine(text, url);
    if (line['done'] === true) return;
    yield answerIn(line, url, read);
  }
  throw networkError(url, new Error('the answer ended before its last line'));
}

function answerIn<Q extends Query, N extends Numbers>(
  { id: given, ...line }: Readonly<Record<string, unknown>>,
  url: string,
  read: (result: ServedResult) => LoadResult<Q, N>,
): AnswerOfEach<Q, N> {
  const id = String(given);
  if ('progress' in line) {
    const { stage, timeElapsed } = line['progress'] as { readonly stage: string; readonly timeElapsed: number }; // as the contract says
    return { id, progress: { stage, elapsedMs: timeElapsed } };
  }
  if ('error' in line) return { id, error: errorOfBody(line, { url, status: Number(line['status']) }) };
  return { id, result: read(line as unknown as ServedResult) }; // as the contract says of these lines
}
