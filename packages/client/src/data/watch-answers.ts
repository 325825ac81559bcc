import { OrreryError, pause } from '../http/index.ts';

export interface WatchOptions {
  /** Time between two requests, in milliseconds; 5,000 by default. A socket makes none, and refuses it. */
  readonly everyMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks again and again, and yields what differs from the answer before. Ends when the signal is aborted or the loop is left; an error
 * that may pass does not end it.
 *
 * @param stateOf what two answers are compared by
 */
export async function* watchAnswers<T>(
  ask: () => Promise<T>,
  stateOf: (answer: T) => string,
  { everyMs = 5_000, signal }: WatchOptions,
): AsyncGenerator<T, void> {
  let last: string | undefined;
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof OrreryError && error.isTransient) return undefined;
      throw error;
    });
    const state = answer === undefined ? last : stateOf(answer);
    if (answer !== undefined && state !== last) {
      last = state;
      yield answer;
    }
    await pause(everyMs, signal);
  }
}
