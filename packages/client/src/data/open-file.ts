import { errorOfBody, networkError, onLine, parseLine, readLines, release } from '../http/index.ts';
import { type Outcome, progressIn } from './data-connection.ts';

const brace = 0x7b;
/** More than what a server says to be waiting for. */
const maxLength = 1_000_000;

/** Reads the beginning of an answer that is a file, which has a byte order mark, or says in JSON that there is none yet. */
export async function openFile(
  body: ReadableStream<Uint8Array>,
  { url, signal }: { readonly url: string; readonly signal: AbortSignal | undefined },
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const [answer, look] = body.tee();
  const reader = look.getReader();
  const first = await onLine(() => reader.read(), { url, signal });
  release(reader);
  if (first.value?.[0] !== brace) return { answer };
  for await (const line of readLines(answer, { url, maxLength, signal })) {
    const said = parseLine(line, url);
    const waitsFor = progressIn(said);
    if (waitsFor) return { waitsFor };
    throw errorOfBody(said, { url, status: 200 });
  }
  throw networkError(url, new Error('the answer ended before its first line'));
}
