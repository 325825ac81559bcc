import { type RequestOwner, SerialThread, Unavailable } from '@orrery/kernel';
import { InvalidQuery } from './invalid-query.ts';
import type { LargeJsonAnswer } from './large-json-messages.ts';

/** Size from which parsing would block other requests too long: up to 8 ms for a megabyte. */
export const largeFromBytes = 512 * 1024;

const program = {
  file: new URL('./large-json-worker.ts', import.meta.url),
  // The largest body takes 200 MB while it is read.
  resourceLimits: { maxOldGenerationSizeMb: 1_024 },
};

/** Sizes are bytes: all waiting bodies together are bounded before, those of one caller here. */
const limits = {
  answerWithinMs: 60_000,
  processorMs: 10_000,
  startWithinMs: 60_000,
  keepForMs: 1_000,
  waitingSize: Number.POSITIVE_INFINITY,
  waitingSizeOfCaller: 256 * 1024 * 1024,
};

const thread = new SerialThread<Uint8Array, LargeJsonAnswer>(program, limits);

/**
 * Parses a body of many megabytes in a thread, which ends soon after: such bodies are rare, and often hostile. One at a
 * time, so that a thousand of them do not start a thousand threads, and by turns of accounts and callers.
 *
 * @param body is transferred; a query that is JSON in a text is parsed too @throws InvalidQuery, Unavailable
 */
export async function readLargeJson(body: Buffer, asker?: RequestOwner): Promise<unknown> {
  const bytes = new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength); // not shared
  const answer = await thread.ask(bytes, body.byteLength, asker, [bytes.buffer]).catch((cause: unknown): never => {
    throw new Unavailable('http.too-many-large-bodies', 'The body could not be read now; try again', { cause });
  });
  if (answer.kind === 'refused') throw new InvalidQuery(answer.problems);
  return answer.value;
}
