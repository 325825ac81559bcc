import { type Outcome, progressIn } from './data-connection.ts';

/** Of a reader; types of Node name it otherwise than those of browsers. */
type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

const brace = 0x7b;

/** Reads the beginning of an answer that is a file, or says in JSON that there is none yet. */
export async function openFile(body: ReadableStream<Uint8Array>): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const reader = body.getReader();
  const first = await reader.read();
  // A file begins with a byte order mark.
  if (first.value?.[0] !== brace) return { answer: restOf(reader, first) };
  const rest = await new Response(restOf(reader, first)).json();
  return { waitsFor: progressIn(rest) ?? { stage: undefined, elapsedMs: undefined } };
}

function restOf(reader: ReadableStreamDefaultReader<Uint8Array>, first: Read): ReadableStream<Uint8Array> {
  let next: Read | undefined = first;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = next ?? (await reader.read());
      next = undefined;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
