import type { IncomingHttpHeaders } from 'node:http';
import type { Person } from '@orrery/kernel';
import type { ApiKeyAuthenticator, KeyPurpose } from '../key/index.ts';
import type { AccessTokenAuthenticator } from './access-token-authenticator.ts';
import { claimsToBeAccessToken } from './token-text.ts';
import type { TokenUse } from './token-use.ts';

/** Uses of a credential: of an API key that is good for one thing only, and of an access token. */
interface BearerUse {
  readonly purpose?: KeyPurpose;
  /** Absent: access tokens are not taken. */
  readonly use?: TokenUse;
}

interface BearerDependencies {
  readonly apiKeys: Pick<ApiKeyAuthenticator, 'personOf'>;
  readonly accessTokens: Pick<AccessTokenAuthenticator, 'personOf'>;
}

/**
 * Resolves the credential of a request to the user it acts as: an API key, or an access token where the caller says which
 * ones it takes. Without that, access tokens are refused as unknown keys are.
 */
export class BearerAuthenticator {
  readonly #dependencies: BearerDependencies;

  constructor(dependencies: BearerDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws Unauthorized, InsufficientScope, StoreUnavailable */
  async personOf(headers: IncomingHttpHeaders, { purpose, use }: BearerUse = {}): Promise<Person> {
    const { apiKeys, accessTokens } = this.#dependencies;
    const [, text] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (use === undefined || text === undefined || !claimsToBeAccessToken(text)) {
      return apiKeys.personOf(headers, purpose);
    }
    return accessTokens.personOf(text, use);
  }
}
