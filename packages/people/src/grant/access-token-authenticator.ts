import { InsufficientScope, type Person, Unauthorized } from '@orrery/kernel';
import { CredentialAuthenticator, type CredentialDependencies, recordUseEveryMs } from '../credential/index.ts';
import { hashOfOpaqueText } from '../sign-in/index.ts';
import { limitsOfToken } from './limits-of-token.ts';
import { isToken } from './token-text.ts';
import { type TokenRightsRow, TokenStore } from './token-store.ts';
import type { TokenUse } from './token-use.ts';

/** Resolves an access token to the user that its application acts for. */
export class AccessTokenAuthenticator {
  readonly #tokens: CredentialAuthenticator<TokenRightsRow>;

  constructor(dependencies: CredentialDependencies) {
    const store = new TokenStore(dependencies.database);
    this.#tokens = new CredentialAuthenticator(dependencies, {
      noun: 'an access token',
      find: (hash) => store.findByHash(hash),
      recordUse: (id, now) => store.recordUse(id, now, recordUseEveryMs),
      limitsOf: limitsOfToken,
      isRevoked: ({ ended_at }) => ended_at !== null,
      lifeOf:
        ({ expires_at }) =>
        (now) =>
          now < expires_at,
      refuse: invalidToken,
    });
  }

  /**
   * @throws Unauthorized with the same message for whatever is wrong with a token, another audience included;
   * InsufficientScope, StoreUnavailable
   */
  async personOf(text: string, { anyOf, audiences }: TokenUse): Promise<Person> {
    if (!isToken('access', text)) throw invalidToken('malformed');
    const person = await this.#tokens.personOf(hashOfOpaqueText(text));
    const { token } = person;
    if (!token) throw new Error('the person of an access token has none');
    // Both belong to the request, not to the credential, so neither is remembered.
    if (token.audience !== undefined && !audiences.includes(token.audience)) throw invalidToken('for another address');
    if (anyOf.some((scope) => token.scopes.has(scope))) return person;
    throw new InsufficientScope({ granted: [...token.scopes], needed: anyOf });
  }
}

function invalidToken(reason: string): Unauthorized {
  return new Unauthorized('auth.invalid-token', 'Invalid access token', { cause: reason });
}
