import { type Outcome, progressIn } from './data-connection.ts';
import type { Progress } from './data-types.ts';

const brace = 0x7b;

/** Reads the beginning of an answer that is a file, which has a byte order mark, or says in JSON that there is none yet. */
export async function openFile(body: ReadableStream<Uint8Array>): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const [answer, look] = body.tee();
  const reader = look.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  if (value?.[0] !== brace) return { answer };
  return { waitsFor: progressIn(await new Response(answer).json()) as Progress }; // JSON says nothing else here
}
