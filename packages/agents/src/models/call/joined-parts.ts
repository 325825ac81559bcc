import { setImmediate as turnEnds } from 'node:timers/promises';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Part = LanguageModelV4StreamPart;
type Read = { readonly part: Part | undefined } | { readonly error: unknown };

/**
 * The parts of a stream. Pieces of one text that arrive in the same turn of the event loop are one part, so that a server
 * with more to do than time does less for each of them.
 *
 * @throws what the stream fails with, after the parts that came before
 */
export async function* joinedParts(stream: ReadableStream<Part>): AsyncGenerator<Part, void> {
  const reader = stream.getReader();
  const read = (): Promise<Read> =>
    reader.read().then(
      ({ value }) => ({ part: value }),
      (error: unknown) => ({ error }),
    );
  try {
    for (let next = read(); ; ) {
      let got: Read | undefined = await next;
      let joined: Part | undefined;
      for (const turn = turnEnds(undefined); got; got = await Promise.race([next, turn])) {
        if ('error' in got || !got.part) break;
        const longer = joined && oneText(joined, got.part);
        if (joined && !longer) yield joined;
        joined = longer ?? got.part;
        next = read();
      }
      if (joined) yield joined;
      if (!got) continue;
      if ('error' in got) throw got.error;
      return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** @returns `undefined` for parts that are not pieces of one text, or say more than text */
function oneText(one: Part, other: Part): Part | undefined {
  if (one.type !== 'text-delta' && one.type !== 'reasoning-delta') return undefined;
  if (other.type !== one.type || other.id !== one.id || other.providerMetadata !== undefined) return undefined;
  return { ...one, delta: one.delta + other.delta };
}
