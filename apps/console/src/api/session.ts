import { OrreryError } from '@orrery/client';

/** Whether the session has ended while the application is open. Nothing that was typed goes away with it. */
let hasEnded = false;
const listeners = new Set<() => void>();
const beginnings = new Set<() => void>();

function change(next: boolean): void {
  if (hasEnded === next) return;
  hasEnded = next;
  for (const listener of listeners) listener();
}

export const sessionState = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  hasEnded: () => hasEnded,
  /** Looks at what failed: a session that is over shows in any request. */
  notice: (error: unknown) => {
    if (error instanceof OrreryError && error.status === 401) change(true);
  },
  /** Ends what the server has not refused yet: the session of a frame ends by the clock. */
  end: () => change(true),
  /** Calls `forget` when somebody signs in: what is kept may be of somebody else. */
  whenItBegins: (forget: () => void) => void beginnings.add(forget),
  beginAgain: () => {
    for (const forget of beginnings) forget();
    change(false);
  },
};
