import { type Person, Unauthorized } from '@orrery/kernel';
import { CredentialAuthenticator, type CredentialDependencies } from '../credential/index.ts';
import { isOpaqueText } from '../sign-in/index.ts';
import { aliveAt, hashOfSession, type SessionKind } from './session.ts';
import { type SessionRightsRow, SessionStore } from './session-store.ts';

/** Resolves a browser's token to the signed-in user. */
export class SessionAuthenticator {
  readonly #sessions: CredentialAuthenticator<SessionRightsRow>;

  constructor(dependencies: CredentialDependencies) {
    const store = new SessionStore(dependencies.database);
    this.#sessions = new CredentialAuthenticator(dependencies, {
      noun: 'a session',
      find: (hash) => store.findByHash(hash),
      recordUse: (id, now) => store.recordUse(id, now),
      limitsOf: ({ id }) => ({ deployments: 'all', sessionId: id }),
      isRevoked: () => false, // one that ends is deleted
      lifeOf:
        ({ created_at }) =>
        (now, lastUsedAt) => {
          const { createdAfter, usedAfter } = aliveAt(now);
          return created_at > createdAfter && lastUsedAt > usedAfter;
        },
      refuse: ended,
    });
  }

  /** @throws Unauthorized, StoreUnavailable */
  async personOf(text: string, kind: SessionKind = 'application'): Promise<Person> {
    if (!isOpaqueText(text)) throw ended('malformed');
    return this.#sessions.personOf(hashOfSession(text, kind));
  }
}

function ended(reason: string): Unauthorized {
  return new Unauthorized('auth.no-session', 'The session has ended; sign in again', { cause: reason });
}
