/** Waits between attempts grow from the first to the second. */
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
/** A session that is asked for again within this time did not help. */
const calmMs = 300_000;

/** Gets a new session id from the host's own server, which knows who the viewer is. */
export type FetchSession = () => Promise<string | { readonly sessionId: string }>;

export interface SessionRenewal {
  /** Asks for a session now, or after a wait when the last ones failed or did not help. */
  renew(): void;
  /** Ends the wait: the network is back, or the page is looked at again. */
  hurry(): void;
  end(): void;
}

/**
 * Gets sessions one at a time, and tries again until it has one.
 *
 * @param use receives each session id
 * @param failed called after each failed attempt
 */
export function renewSessions(
  fetchSession: FetchSession,
  use: (sessionId: string) => void,
  failed: (error: unknown) => void,
): SessionRenewal {
  let tries = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  let isOver = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const ask = async () => {
    waiting = undefined;
    isAsking = true;
    tries += 1;
    try {
      const given = await fetchSession();
      const sessionId = typeof given === 'string' ? given : given.sessionId;
      if (typeof sessionId !== 'string') throw new TypeError('fetchSession gives a session id');
      isAsking = false;
      lastAt = Date.now();
      if (!isOver) use(sessionId);
    } catch (error) {
      isAsking = false;
      if (isOver) return;
      failed(error);
      wait();
    }
  };
  const wait = () => {
    const most = Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1));
    // Frames that were cut off together do not come back together.
    waiting = setTimeout(ask, tries === 0 ? 0 : most * (0.75 + Math.random() / 4));
  };

  return {
    renew: () => {
      if (isOver || isAsking || waiting !== undefined) return;
      if (Date.now() - lastAt > calmMs) tries = 0;
      if (tries === 0) void ask();
      else wait();
    },
    hurry: () => {
      if (waiting === undefined) return;
      clearTimeout(waiting);
      void ask();
    },
    end: () => {
      isOver = true;
      clearTimeout(waiting);
    },
  };
}
