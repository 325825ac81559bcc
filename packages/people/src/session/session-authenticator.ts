import type { Database, Epochs } from '@orrery/store';
import { growingCache, type Person, roles, Unauthorized } from '@orrery/kernel';
import { isOpaqueText } from '../sign-in/index.ts';
import { readRolesOf, RoleStore } from '../role/index.ts';
import { aliveAt, hashOfSession, type SessionKind } from './session.ts';
import { SessionStore } from './session-store.ts';

/** Number of sessions remembered, some hundred bytes each. */
const rememberedSessions = 10_000;
const recordUseEveryMs = 60_000;

export interface SessionAuthenticatorDependencies {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: { now(): number };
  readonly log: { warn(details: object, message: string): void };
}

interface Verified {
  readonly sessionId: number;
  readonly person: Person;
  /** Epoch of the account when the session was read. */
  readonly epoch: number;
  readonly createdAt: number;
  lastUsedAt: number;
}

/** Resolves a browser's token to the signed-in user, as `ApiKeyAuthenticator` does with keys. */
export class SessionAuthenticator {
  readonly #store: SessionStore;
  readonly #roles: RoleStore;
  readonly #dependencies: SessionAuthenticatorDependencies;
  readonly #remembered = growingCache<string, Verified>(rememberedSessions);

  constructor(dependencies: SessionAuthenticatorDependencies) {
    this.#store = new SessionStore(dependencies.database);
    this.#roles = new RoleStore();
    this.#dependencies = dependencies;
  }

  /** @throws Unauthorized, StoreUnavailable */
  async personOf(text: string, kind: SessionKind = 'application'): Promise<Person> {
    if (!isOpaqueText(text)) throw ended('malformed');
    const hash = hashOfSession(text, kind);
    const now = this.#dependencies.clock.now();
    const verified = this.#recall(hash, now) ?? (await this.#lookUp(hash, now));
    if (now - verified.lastUsedAt >= recordUseEveryMs) this.#recordUse(verified, now);
    return verified.person;
  }

  #recall(hash: string, now: number): Verified | undefined {
    const verified = this.#remembered.get(hash);
    if (!verified || verified.epoch !== this.#dependencies.epochs.of(verified.person.accountId)) return undefined;
    // Another node may have recorded a later use.
    return isAlive(verified, now) ? verified : undefined;
  }

  async #lookUp(hash: string, now: number): Promise<Verified> {
    const row = await this.#store.findByHash(hash);
    if (!row) throw ended('unknown');
    if (row.status !== 'active') throw ended('its user is not active');
    const role = roles.find((known) => known === row.role);
    if (!role) throw new Error(`user ${row.user_id} has the role '${row.role}', which is none`);
    // Read after the epoch of the row, so that a change in between causes another read.
    const grants = await readRolesOf(this.#dependencies.database, this.#roles, row.account_id, [row.user_id]);
    const verified: Verified = {
      sessionId: row.id,
      person: Object.freeze({
        kind: 'person',
        accountId: row.account_id,
        userId: row.user_id,
        username: row.username,
        email: row.email ?? undefined,
        role,
        grants: grants.get(row.user_id) ?? [],
        deployments: 'all' as const,
        sessionId: row.id,
      }),
      epoch: row.epoch,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    };
    if (!isAlive(verified, now)) throw ended('over');
    this.#remembered.set(hash, verified);
    return verified;
  }

  /** The request neither waits for this nor fails with it. */
  #recordUse(verified: Verified, now: number): void {
    verified.lastUsedAt = now;
    this.#store.recordUse(verified.sessionId, now).catch((error: unknown) => {
      this.#dependencies.log.warn({ err: error, session: verified.sessionId }, 'the use of a session was not recorded');
    });
  }
}

function isAlive({ createdAt, lastUsedAt }: Verified, now: number): boolean {
  const { createdAfter, usedAfter } = aliveAt(now);
  return createdAt > createdAfter && lastUsedAt > usedAfter;
}

function ended(reason: string): Unauthorized {
  return new Unauthorized('auth.no-session', 'The session has ended; sign in again', { cause: reason });
}
