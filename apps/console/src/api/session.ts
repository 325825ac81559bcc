import { OrreryError } from '@orrery/client';
import { forgetTokens } from './data.ts';

/** Whether the session has ended while the application is open. Nothing that was typed goes away with it. */
let hasEnded = false;
const listeners = new Set<() => void>();

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
  beginAgain: () => {
    forgetTokens();
    change(false);
  },
};
