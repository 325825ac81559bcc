import { timingSafeEqual } from 'node:crypto';
import { hashOfOpaqueText, makeOpaqueText } from './opaque-text.ts';

/**
 * The key that a process in development mode prints when it starts, for the person at its machine. It is never stored
 * and ends with the process.
 */
export class StartKey {
  readonly text = makeOpaqueText();
  readonly #hash = Buffer.from(hashOfOpaqueText(this.text));

  /** Takes the same time for every text. */
  isRight(given: string): boolean {
    return timingSafeEqual(Buffer.from(hashOfOpaqueText(given)), this.#hash);
  }
}
