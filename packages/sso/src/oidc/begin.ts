import * as client from 'openid-client';
import type { OidcProvider } from './oidc-provider.ts';

interface BegunSignIn {
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly loginHint: string | undefined;
}

/** @returns the address at the provider that the person is sent to */
export async function beginAt(
  configuration: client.Configuration,
  { settings }: OidcProvider,
  { redirectUri, state, verifier, nonce, loginHint }: BegunSignIn,
): Promise<string> {
  const { scopes, hostedDomains } = settings;
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    ...(hostedDomains.length === 1 && hostedDomains[0] !== undefined ? { hd: hostedDomains[0] } : {}),
  });
  return url.href;
}
