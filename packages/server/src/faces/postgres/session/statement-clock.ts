import type { WireSettings } from '@orrery/runtime';
import { WireFailure } from '../protocol/wire-failure.ts';
import { wireBounds } from './wire-bounds.ts';

/**
 * Works on a statement for as long as `statement_timeout` allows now: one that the same text has set before counts.
 *
 * @throws what the work throws
 */
export async function withinTimeout<Result>(
  settings: Pick<WireSettings, 'milliseconds'>,
  running: Pick<AbortController, 'abort'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const ms = settings.milliseconds('statement_timeout');
  if (ms === 0) return work();
  const failure = new WireFailure('57014', 'canceling statement due to statement timeout');
  const timer = setTimeout(() => running.abort(failure), ms).unref();
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a session that sends nothing in a transaction. @returns a function that stops the clock */
export function boundIdleTransaction(
  settings: Pick<WireSettings, 'milliseconds'>,
  end: (failure: WireFailure) => void,
): () => void {
  const own = settings.milliseconds('idle_in_transaction_session_timeout');
  const ms = own === 0 ? wireBounds.idleInTransactionMs : Math.min(own, wireBounds.idleInTransactionMs);
  const message = 'terminating connection due to idle-in-transaction timeout';
  const timer = setTimeout(() => end(new WireFailure('25P03', message, { isFatal: true })), ms).unref();
  return () => clearTimeout(timer);
}
