import { type Person, Unauthorized } from '@orrery/kernel';
import { type Credential, type CredentialDependencies, personOf, RememberedCredentials } from '../credential/index.ts';
import { isOpaqueText } from '../sign-in/index.ts';
import { readRolesOf, RoleStore } from '../role/index.ts';
import { aliveAt, hashOfSession, type SessionKind } from './session.ts';
import { SessionStore } from './session-store.ts';

interface VerifiedSession extends Credential {
  readonly createdAt: number;
}

/** Resolves a browser's token to the signed-in user, as `ApiKeyAuthenticator` does with keys. */
export class SessionAuthenticator {
  readonly #store: SessionStore;
  readonly #roles: RoleStore;
  readonly #dependencies: CredentialDependencies;
  readonly #verified: RememberedCredentials<VerifiedSession>;

  constructor(dependencies: CredentialDependencies) {
    this.#store = new SessionStore(dependencies.database);
    this.#roles = new RoleStore();
    this.#dependencies = dependencies;
    this.#verified = new RememberedCredentials({
      ...dependencies,
      noun: 'a session',
      recordUse: (id, now) => this.#store.recordUse(id, now),
    });
  }

  /** @throws Unauthorized, StoreUnavailable */
  async personOf(text: string, kind: SessionKind = 'application'): Promise<Person> {
    if (!isOpaqueText(text)) throw ended('malformed');
    const hash = hashOfSession(text, kind);
    const now = this.#dependencies.clock.now();
    const recalled = this.#verified.recall(hash);
    // Another node may have recorded a later use of one that is over here.
    const verified = recalled && isAlive(recalled, now) ? recalled : await this.#lookUp(hash, now);
    this.#verified.recordUse(verified, now);
    return verified.person;
  }

  async #lookUp(hash: string, now: number): Promise<VerifiedSession> {
    const row = await this.#store.findByHash(hash);
    if (!row) throw ended('unknown');
    if (row.status !== 'active') throw ended('its user is not active');
    // Read after the epoch of the row, so that a change in between causes another read.
    const grants = await readRolesOf(this.#dependencies.database, this.#roles, row.account_id, [row.user_id]);
    const verified = {
      id: row.id,
      person: personOf(row, grants.get(row.user_id) ?? [], { deployments: 'all', sessionId: row.id }),
      epoch: row.epoch,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    };
    if (!isAlive(verified, now)) throw ended('over');
    this.#verified.remember(hash, verified);
    return verified;
  }
}

function isAlive({ createdAt, lastUsedAt }: VerifiedSession, now: number): boolean {
  const { createdAfter, usedAfter } = aliveAt(now);
  return createdAt > createdAfter && lastUsedAt > usedAfter;
}

function ended(reason: string): Unauthorized {
  return new Unauthorized('auth.no-session', 'The session has ended; sign in again', { cause: reason });
}
