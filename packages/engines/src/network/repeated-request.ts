import { setTimeout as delay } from 'node:timers/promises';
import { serverErrorIn } from './server-error.ts';

/** Waits before a request is sent again; after the last one, it has failed. */
const waitsMs: readonly number[] = [100, 200, 400, 800, 1600, 3200, 5000, 5000];
/** Further attempts after connections that were lost: another form of encryption loses every one. */
const mostLost = 4;
/** Longest wait that a server may ask for. */
const longestWaitMs = 30_000;

export interface RepeatSettings<Answer> {
  /** Waits in milliseconds, see `waitsMs`; replaced in tests. */
  readonly waitsMs?: readonly number[] | undefined;
  readonly signal: AbortSignal;
  /** Returns whether a server or proxy is busy or changes at the moment, so that the request may be sent again. */
  isBusy(answer: Answer): boolean;
  /** Returns the headers of an answer, which may name a time. */
  headersOf(answer: Answer): Headers;
}

/**
 * Sends a request that changes nothing until a server takes it. @returns the last answer, which may be a busy one
 *
 * @throws the error of the last attempt; the signal's reason
 */
export async function repeatedRequest<Answer>(
  send: () => Promise<Answer>,
  { waitsMs: waits = waitsMs, signal, isBusy, headersOf }: RepeatSettings<Answer>,
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const wait = waits[tries];
    const answer = await send().catch((error: unknown) => {
      if (wait === undefined || tries >= mostLost || signal.aborted || !isLost(error)) throw error;
      return undefined;
    });
    if (answer !== undefined && (wait === undefined || !isBusy(answer))) return answer;
    const namedMs = answer === undefined ? 0 : retryAfterMs(headersOf(answer));
    await delay(Math.max(wait ?? 0, namedMs), undefined, { signal });
  }
}

/** Statuses of a server or proxy that is busy or changes at the moment. */
export function isBusyStatus(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504);
}

/** A connection that ended before its answer. */
function isLost(error: unknown): boolean {
  const lost = serverErrorIn(error);
  if (lost?.failure === 'dropped') return true;
  const { cause } = lost ?? {};
  return cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
}

function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1000, longestWaitMs) : 0;
}
