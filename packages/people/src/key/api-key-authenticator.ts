import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { hashOfKey, isKeyText } from '@orrery/store';
import { type Person, Unauthorized } from '@orrery/kernel';
import {
  type Credential,
  type CredentialDependencies,
  personOf,
  recordUseEveryMs,
  RememberedCredentials,
} from '../credential/index.ts';
import { hashedText, type KeyPurpose } from './api-key.ts';
import { ApiKeyStore } from './api-key-store.ts';
import { readRolesOf, RoleStore } from '../role/index.ts';

interface VerifiedKey extends Credential {
  readonly expiresAt: number;
}

/**
 * Resolves an API key to the user it acts as. A key is looked up once and remembered by its hash until something is
 * revoked in its account; its expiry is checked every time.
 */
export class ApiKeyAuthenticator {
  readonly #store: ApiKeyStore;
  readonly #roles: RoleStore;
  readonly #dependencies: CredentialDependencies;
  readonly #verified: RememberedCredentials<VerifiedKey>;

  constructor(dependencies: CredentialDependencies) {
    this.#store = new ApiKeyStore(dependencies.database);
    this.#roles = new RoleStore();
    this.#dependencies = dependencies;
    this.#verified = new RememberedCredentials({
      ...dependencies,
      noun: 'an API key',
      recordUse: (id, now) => this.#store.recordUse(id, now, recordUseEveryMs),
    });
  }

  /**
   * @param purpose of a key that is good for one thing only
   * @throws Unauthorized with the same message for an unknown, a revoked and an expired key; the cause is for the log
   * @throws StoreUnavailable
   */
  async personOf(headers: IncomingHttpHeaders, purpose?: KeyPurpose): Promise<Person> {
    const hash = hashOfKey(hashedText(keyIn(headers), purpose));
    const verified = this.#verified.recall(hash) ?? (await this.#lookUp(hash));
    const now = this.#dependencies.clock.now();
    if (verified.expiresAt <= now) throw invalidKey('expired');
    this.#verified.recordUse(verified, now);
    return verified.person;
  }

  async #lookUp(hash: string): Promise<VerifiedKey> {
    const row = await this.#store.findByHash(hash);
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) throw invalidKey('unknown');
    if (row.revoked_at !== null) throw invalidKey('revoked');
    if (row.status !== 'active') throw invalidKey('its user is not active');
    // Read after the epoch of the row, so that a change in between causes another read.
    const grants = await readRolesOf(this.#dependencies.database, this.#roles, row.account_id, [row.user_id]);
    const deployments = row.has_all_deployments === 1 ? ('all' as const) : new Set(row.deploymentIds);
    const verified = {
      id: row.id,
      person: personOf(row, grants.get(row.user_id) ?? [], { deployments }),
      epoch: row.epoch,
      expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
      lastUsedAt: row.last_used_at ?? Number.NEGATIVE_INFINITY,
    };
    this.#verified.remember(hash, verified);
    return verified;
  }
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
