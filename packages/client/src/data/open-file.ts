import { errorOfBody, networkError, onLine, parseLine, readLines } from '../http/index.ts';
import { type AnswerOrWait, progressIn } from './data-connection.ts';

const brace = 0x7b;
/** More than what a server says to be waiting for. */
const maxLength = 1_000_000;

/**
 * Reads the beginning of an answer that is a file, which has a byte order mark, or says in JSON that there is none yet.
 *
 * @returns the file, which breaks off with an OrreryError where the connection does
 */
export async function openFile(
  body: ReadableStream<Uint8Array>,
  line: { readonly url: string; readonly signal: AbortSignal | undefined },
): Promise<AnswerOrWait<ReadableStream<Uint8Array>>> {
  const reader = body.getReader();
  const read = () => onLine(() => reader.read(), line);
  const first = await read();
  if (first.done) throw networkError(line.url, new Error('the answer is empty'));
  const answer = new ReadableStream<Uint8Array>({
    start: (file) => file.enqueue(first.value),
    pull: async (file) => {
      const { value, done } = await read();
      if (done) file.close();
      else file.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  if (first.value[0] !== brace) return { answer };
  for await (const text of readLines(answer, { ...line, maxLength })) {
    const said = parseLine(text, line.url);
    const waitsFor = progressIn(said);
    if (waitsFor) return { waitsFor };
    throw errorOfBody(said, { url: line.url, status: 200 });
  }
  throw networkError(line.url, new Error('the answer ended before its first line'));
}
