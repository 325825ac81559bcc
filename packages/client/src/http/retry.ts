import { OrreryError } from './orrery-error.ts';

/** How often, and after which waits, a request is repeated that may succeed later. */
export interface Retry {
  /** Requests in all, the first one among them; 1 repeats nothing. */
  readonly attempts?: number;
  /** Wait before the second attempt, in milliseconds; it doubles with each further one, and half of it is random. */
  readonly waitMs?: number;
  /** Longest wait. When the server asks for a longer one by `Retry-After`, its error is thrown at once. */
  readonly maxWaitMs?: number;
}

const defaults = { attempts: 4, waitMs: 300, maxWaitMs: 20_000 } as const satisfies Required<Retry>;

export class Retries {
  readonly #retry: Required<Retry>;
  #failed = 0;

  constructor(retry: Retry = {}) {
    this.#retry = { ...defaults, ...retry };
  }

  /** Counts from the beginning again, because something was received. */
  restart(): void {
    this.#failed = 0;
  }

  /** Waits until the next attempt. @throws the error itself when there is none */
  async pause(error: unknown, signal: AbortSignal | undefined): Promise<void> {
    const { attempts, waitMs, maxWaitMs } = this.#retry;
    this.#failed += 1;
    if (!(error instanceof OrreryError) || !error.isTransient || this.#failed >= attempts) throw error;
    const own = Math.min(maxWaitMs, waitMs * 2 ** (this.#failed - 1));
    const asked = error.retryAfterMs ?? 0;
    if (asked > maxWaitMs) throw error;
    await pause(Math.max(asked, own / 2 + (Math.random() * own) / 2), signal);
  }
}

/** Repeats what fails in a way that may pass. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  retry: Retry | undefined,
  signal: AbortSignal | undefined,
): Promise<T> {
  const retries = new Retries(retry);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      await retries.pause(error, signal);
    }
  }
}

/** @throws the reason of the signal when it is aborted first */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason);
    const timer = setTimeout(end, ms);
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    function end(): void {
      signal?.removeEventListener('abort', stop);
      done();
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}
