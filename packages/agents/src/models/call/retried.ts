import { setTimeout as wait } from 'node:timers/promises';
import type { StreamStep } from '../../turn/index.ts';
import { CallFailed } from './call-failed.ts';

export interface RetrySettings {
  /** How often a call is made again. */
  readonly most: number;
  /** The wait before the first repetition where the provider names none; each further one is twice as long. */
  readonly backoffMs: number;
  /** A provider that asks for a longer wait is not waited for. */
  readonly longestWaitMs: number;
}

export const usualRetries: RetrySettings = { most: 2, backoffMs: 1_000, longestWaitMs: 30_000 };

/**
 * Repeats a call that was refused for now or dropped, while no part of its answer has been passed on.
 *
 * @param tell called with each call that failed
 */
export function retried(step: StreamStep, retries: RetrySettings, tell: (failure: CallFailed) => void): StreamStep {
  return async (request, signal, show) => {
    for (let attempt = 0; ; attempt += 1) {
      let hasBegun = false;
      try {
        return await step(request, signal, (piece) => {
          hasBegun = true;
          show(piece);
        });
      } catch (error) {
        if (error instanceof CallFailed) tell(error);
        const waitMs = hasBegun || attempt >= retries.most ? undefined : waitFor(error, attempt, retries);
        if (waitMs === undefined) throw error;
        await wait(waitMs, undefined, { signal }).catch(() => undefined);
        signal.throwIfAborted();
      }
    }
  };
}

function waitFor(error: unknown, attempt: number, { backoffMs, longestWaitMs }: RetrySettings): number | undefined {
  if (!(error instanceof CallFailed) || !mayTryAgain(error)) return undefined;
  const waitMs = error.facts.retryAfterMs ?? backoffMs * 2 ** attempt;
  return waitMs <= longestWaitMs ? waitMs : undefined;
}

function mayTryAgain({ facts: { failure, status, isFinal } }: CallFailed): boolean {
  if (isFinal) return false;
  if (failure === 'unreachable' || failure === 'dropped') return true;
  return failure === 'rate-limit' || failure === 'server-error' || status === 408;
}
