import { hash } from 'node:crypto';
import { type AnswerBody, type AnswerService, CompressedOnce, type RepeatableBody } from '@orrery/runtime';

/** Documents choose names freely, so their bodies may neither crowd out other answers nor the one that they were made of. */
const mostBytes = 256 * 1024;
const mostOfAnswer = 8;
const prefix = 'graphql ';

/**
 * Keeps the body with the answer that it was made of, in place of the oldest where it has many; its content alone tells
 * it from others of the same answer.
 *
 * @returns `undefined` for a body that is too long to be kept
 */
export function keptBody(
  bytes: Buffer,
  { key, answer }: Pick<RepeatableBody, 'key' | 'answer'>,
  cache: Pick<AnswerService['cache'], 'reweigher'>,
): { readonly body: AnswerBody; readonly variant: string } | undefined {
  if (bytes.byteLength > mostBytes) return undefined;
  const variant = `${prefix}${hash('sha256', bytes, 'base64url')}`;
  const known = answer.bodies.get(variant);
  if (known) return { body: known.forRequest(undefined), variant };
  const onGrown = cache.reweigher(key, answer);
  const body = new CompressedOnce(bytes, { encodings: 'fast', onCompressed: onGrown });
  const before = [...answer.bodies.keys()].filter((name) => name.startsWith(prefix));
  for (const name of before.slice(0, Math.max(0, before.length + 1 - mostOfAnswer))) answer.bodies.delete(name);
  answer.bodies.set(variant, body);
  onGrown();
  return { body, variant };
}
