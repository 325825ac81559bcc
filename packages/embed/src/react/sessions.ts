import type { QueryClient } from '@tanstack/react-query';
import { EmbedSession } from './embed-session.ts';

/** Sessions that are kept while no component uses them: somebody goes to another page of the product, and comes back. */
const mostUnused = 20;

/**
 * The sessions of a page. A session id works once, and components come and go: React mounts each twice while developing. They
 * hang on the query client without being data of its cache, which pages may write down.
 */
class Sessions {
  readonly #byId = new Map<string, EmbedSession>();
  #made = 0;

  of(apiUrl: string, sessionId: string): EmbedSession {
    const id = JSON.stringify([apiUrl, sessionId]);
    const known = this.#byId.get(id);
    if (known) return known;
    this.#made += 1;
    const session = new EmbedSession({ apiUrl, sessionId, key: `session ${this.#made}` });
    this.#byId.set(id, session);
    this.#forget(session);
    return session;
  }

  #forget(made: EmbedSession): void {
    const unused = [...this.#byId].filter(([, session]) => !session.isUsed && session !== made);
    for (const [id, session] of unused.slice(0, Math.max(0, unused.length - mostUnused))) {
      session.close();
      this.#byId.delete(id);
    }
  }
}

const known = new WeakMap<QueryClient, Sessions>();

export function sessionsOf(client: QueryClient): Sessions {
  const sessions = known.get(client) ?? new Sessions();
  known.set(client, sessions);
  return sessions;
}
