import { StatementInvalid } from '../statement/index.ts';
import { millisecondsOf } from './known-settings.ts';
import type { WireSettings } from './wire-settings.ts';

/** The time that a statement may take. */
export interface LimitedTime {
  readonly signal: AbortSignal;
  /** Rejects with the reason of the signal. */
  readonly aborted: Promise<never>;
  /** Stops the clock. */
  end(): void;
}

/** Ends a statement with its caller, and after the setting `statement_timeout`. */
export function withinTimeout(caller: AbortSignal, settings: WireSettings): LimitedTime {
  const most = millisecondsOf(settings.get('statement_timeout') ?? '0') ?? 0;
  const late = new AbortController();
  const refuse = () => {
    const message = 'canceling statement due to statement timeout';
    late.abort(new StatementInvalid('User Error', 'sql.statement-timeout', message));
  };
  const timer = most > 0 ? setTimeout(refuse, most) : undefined;
  const signal = AbortSignal.any([caller, late.signal]);
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    stop = () => signal.removeEventListener('abort', leave);
  });
  aborted.catch(() => undefined); // it is told where it is waited for
  return {
    signal,
    aborted,
    end: () => {
      clearTimeout(timer);
      stop();
    },
  };
}
