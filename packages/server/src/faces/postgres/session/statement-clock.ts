import type { WireSettings } from '@orrery/runtime';
import { WireFailure } from '../protocol/wire-failure.ts';
import { wireBounds } from './wire-bounds.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
const longestTimerMs = 2 ** 31 - 1;

/** Milliseconds of a setting such as `5min`; 0: none. */
function durationOf(settings: Pick<WireSettings, 'get'>, name: string): number {
  const [, number, unit = 'ms'] = /^(\d+)(ms|s|min|h|d)?$/.exec(settings.get(name) ?? '') ?? [];
  return Math.min(Number(number ?? 0) * (units[unit] ?? 1), longestTimerMs);
}

/** Ends a statement after the time of `statement_timeout`. @returns a function that stops the clock */
export function boundStatement(settings: Pick<WireSettings, 'get'>, end: (failure: WireFailure) => void): () => void {
  const ms = durationOf(settings, 'statement_timeout');
  if (ms === 0) return () => undefined;
  const failure = new WireFailure('57014', 'canceling statement due to statement timeout');
  const timer = setTimeout(() => end(failure), ms).unref();
  return () => clearTimeout(timer);
}

/** Ends a session that sends nothing in a transaction. @returns a function that stops the clock */
export function boundIdleTransaction(
  settings: Pick<WireSettings, 'get'>,
  end: (failure: WireFailure) => void,
): () => void {
  const own = durationOf(settings, 'idle_in_transaction_session_timeout');
  const ms = own === 0 ? wireBounds.idleInTransactionMs : Math.min(own, wireBounds.idleInTransactionMs);
  const message = 'terminating connection due to idle-in-transaction timeout';
  const timer = setTimeout(() => end(new WireFailure('25P03', message, { isFatal: true })), ms).unref();
  return () => clearTimeout(timer);
}
