import { AccessTokenAuthenticator } from '../../../../people/src/grant/access-token-authenticator.ts';
import { BearerAuthenticator } from '../../../../people/src/grant/bearer-authenticator.ts';
import { ApiKeyAuthenticator } from '../../../../people/src/key/api-key-authenticator.ts';

/** The API keys and access tokens of a store. */
export function bearersOf(dependencies: ConstructorParameters<typeof ApiKeyAuthenticator>[0]): BearerAuthenticator {
  return new BearerAuthenticator({
    apiKeys: new ApiKeyAuthenticator(dependencies),
    accessTokens: new AccessTokenAuthenticator(dependencies),
  });
}
