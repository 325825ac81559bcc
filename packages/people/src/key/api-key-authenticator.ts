import type { IncomingHttpHeaders } from 'node:http';
import { hashOfKey, isKeyText } from '@orrery/store';
import { type Person, Unauthorized } from '@orrery/kernel';
import { CredentialAuthenticator, type CredentialDependencies, recordUseEveryMs } from '../credential/index.ts';
import { hashedText, type KeyPurpose } from './api-key.ts';
import { ApiKeyStore, type KeyRightsRow } from './api-key-store.ts';

/** Resolves an API key to the user it acts as. */
export class ApiKeyAuthenticator {
  readonly #keys: CredentialAuthenticator<KeyRightsRow>;

  constructor(dependencies: CredentialDependencies) {
    const store = new ApiKeyStore(dependencies.database);
    this.#keys = new CredentialAuthenticator(dependencies, {
      noun: 'an API key',
      find: (hash) => store.findByHash(hash),
      recordUse: (id, now) => store.recordUse(id, now, recordUseEveryMs),
      limitsOf: ({ has_all_deployments: hasAll, deploymentIds }) => ({
        deployments: hasAll === 1 ? 'all' : new Set(deploymentIds),
      }),
      isRevoked: ({ revoked_at }) => revoked_at !== null,
      lifeOf:
        ({ expires_at }) =>
        (now) =>
          now < (expires_at ?? Number.POSITIVE_INFINITY),
      refuse: invalidKey,
    });
  }

  /**
   * @param purpose of a key that is good for one thing only
   * @throws Unauthorized with the same message for an unknown, a revoked and an expired key; the cause is for the log
   * @throws StoreUnavailable
   */
  async personOf(headers: IncomingHttpHeaders, purpose?: KeyPurpose): Promise<Person> {
    return this.#keys.personOf(hashOfKey(hashedText(keyIn(headers), purpose)));
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
