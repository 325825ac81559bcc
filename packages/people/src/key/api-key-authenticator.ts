import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Database, type Epochs, hashOfKey, isKeyText } from '@orrery/store';
import { growingCache, type Person, type RoleGrants, roles, Unauthorized } from '@orrery/kernel';
import { hashedText, type KeyPurpose } from './api-key.ts';
import { ApiKeyStore, type KeyRightsRow } from './api-key-store.ts';
import { readRolesOf, RoleStore } from '../role/index.ts';

/** Number of verified keys remembered, some hundred bytes each. */
const rememberedKeys = 10_000;
const recordUseEveryMs = 60_000;

export interface ApiKeyAuthenticatorDependencies {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: { now(): number };
  readonly log: { warn(details: object, message: string): void };
}

interface Verified {
  readonly keyId: number;
  readonly person: Person;
  /** Epoch of the account when the key was read. */
  readonly epoch: number;
  readonly expiresAt: number;
  lastUsedAt: number;
}

/**
 * Resolves an API key to the user it acts as. A key is looked up once and remembered by its hash until something is
 * revoked in its account; its expiry is checked every time.
 */
export class ApiKeyAuthenticator {
  readonly #store: ApiKeyStore;
  readonly #roles: RoleStore;
  readonly #dependencies: ApiKeyAuthenticatorDependencies;
  readonly #remembered = growingCache<string, Verified>(rememberedKeys);

  constructor(dependencies: ApiKeyAuthenticatorDependencies) {
    this.#store = new ApiKeyStore(dependencies.database);
    this.#roles = new RoleStore();
    this.#dependencies = dependencies;
  }

  /**
   * @param purpose of a key that is good for one thing only
   * @throws Unauthorized with the same message for an unknown, a revoked and an expired key; the cause is for the log
   * @throws StoreUnavailable
   */
  async personOf(headers: IncomingHttpHeaders, purpose?: KeyPurpose): Promise<Person> {
    const hash = hashOfKey(hashedText(keyIn(headers), purpose));
    const verified = this.#recall(hash) ?? (await this.#lookUp(hash));
    const now = this.#dependencies.clock.now();
    if (verified.expiresAt <= now) throw invalidKey('expired');
    if (now - verified.lastUsedAt >= recordUseEveryMs) this.#recordUse(verified, now);
    return verified.person;
  }

  #recall(hash: string): Verified | undefined {
    const verified = this.#remembered.get(hash);
    if (!verified) return undefined;
    const { epochs } = this.#dependencies;
    return verified.epoch === epochs.of(verified.person.accountId) ? verified : undefined;
  }

  async #lookUp(hash: string): Promise<Verified> {
    const row = await this.#store.findByHash(hash);
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) throw invalidKey('unknown');
    if (row.revoked_at !== null) throw invalidKey('revoked');
    if (row.status !== 'active') throw invalidKey('its user is not active');
    // Read after the epoch of the row, so that a change in between causes another read.
    const grants = await readRolesOf(this.#dependencies.database, this.#roles, row.account_id, [row.user_id]);
    const verified: Verified = {
      keyId: row.id,
      person: readPerson(row, grants.get(row.user_id) ?? []),
      epoch: row.epoch,
      expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
      lastUsedAt: row.last_used_at ?? Number.NEGATIVE_INFINITY,
    };
    this.#remembered.set(hash, verified);
    return verified;
  }

  /** The request neither waits for this nor fails with it. */
  #recordUse(verified: Verified, now: number): void {
    verified.lastUsedAt = now;
    this.#store.recordUse(verified.keyId, now, recordUseEveryMs).catch((error: unknown) => {
      this.#dependencies.log.warn({ err: error, apiKey: verified.keyId }, 'the use of an API key was not recorded');
    });
  }
}

function readPerson(row: KeyRightsRow, grants: readonly RoleGrants[]): Person {
  const role = roles.find((known) => known === row.role);
  if (!role) throw new Error(`user ${row.user_id} has the role '${row.role}', which is none`);
  return Object.freeze({
    kind: 'person',
    accountId: row.account_id,
    userId: row.user_id,
    username: row.username,
    email: row.email ?? undefined,
    role,
    grants,
    deployments: row.has_all_deployments === 1 ? ('all' as const) : new Set(row.deploymentIds),
  });
}

/** Schemes are compared without case (RFC 9110 section 11.1). */
function keyIn({ authorization }: IncomingHttpHeaders): string {
  if (authorization === undefined || authorization === '') {
    throw new Unauthorized('auth.missing', "Authorization header isn't set");
  }
  const [scheme = '', text = '', ...rest] = authorization.split(' ');
  if (!/^(bearer|api-key)$/i.test(scheme) || rest.length > 0 || !isKeyText(text)) throw invalidKey('malformed');
  return text;
}

function invalidKey(reason: string): Unauthorized {
  return new Unauthorized('auth.invalid-key', 'Invalid API key', { cause: reason });
}
