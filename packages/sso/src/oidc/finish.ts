import { hash, timingSafeEqual } from 'node:crypto';
import * as client from 'openid-client';
import { foldAscii } from '@orrery/kernel';
import type { OidcProvider } from './oidc-provider.ts';
import { clockFault, SsoFault, unsound } from '../fault/index.ts';
import { toleranceSeconds } from './configurations.ts';
import { arrivedIn, faultOf } from './fault-of.ts';

interface CallbackAnswer {
  /** The redirect address with the parameters that came back. */
  readonly url: URL;
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

export type ProviderClaims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/**
 * Exchanges the code of an answer, and returns what the provider states about the person. The library checks signature,
 * algorithm, issuer, audience, nonce and expiry; the rest is checked here. @throws SsoFault
 */
export async function finishAt(
  configuration: client.Configuration,
  provider: OidcProvider,
  answer: CallbackAnswer,
  clock: { now(): number },
): Promise<ProviderClaims> {
  let claims: client.IDToken | undefined;
  try {
    const tokens = await client.authorizationCodeGrant(configuration, answer.url, {
      pkceCodeVerifier: answer.verifier,
      expectedState: answer.state,
      expectedNonce: answer.nonce,
      idTokenExpected: true,
    });
    claims = tokens.claims();
    if (!claims) throw unsound(provider, 'there is no ID token');
    requireAudience(provider, claims);
    requireHash(provider, claims, tokens.access_token);
    requireTime(claims.iat, clock);
    requireDomain(provider, claims);
    if (!provider.settings.usesUserInfo) return { ...claims };
    return { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
  } catch (error) {
    const fault = faultOf(error, provider, clock);
    if (fault instanceof SsoFault) fault.arrived = { ...arrivedIn(error), ...claims };
    throw fault;
  }
}

/** The token is ours, even where it is for others too. */
function requireAudience(provider: OidcProvider, { azp }: client.IDToken): void {
  if (azp === undefined || azp === provider.settings.clientId) return;
  throw unsound(provider, 'the token was given to another client (azp)');
}

/** The token came with this access token and no other. */
function requireHash(provider: OidcProvider, { at_hash: stated }: client.IDToken, accessToken: string): void {
  if (stated === undefined) return;
  const digest = hash(digestOf(provider.settings.idTokenAlgorithm), accessToken, 'buffer');
  const expected = digest.subarray(0, digest.length / 2).toString('base64url');
  const isRight =
    typeof stated === 'string' &&
    stated.length === expected.length &&
    timingSafeEqual(Buffer.from(stated), Buffer.from(expected));
  if (!isRight) throw unsound(provider, 'the token belongs to another access token (at_hash)');
}

function digestOf(algorithm: string): 'sha256' | 'sha384' | 'sha512' {
  if (algorithm.startsWith('Ed')) return 'sha512';
  return algorithm.endsWith('384') ? 'sha384' : algorithm.endsWith('512') ? 'sha512' : 'sha256';
}

function requireTime(issuedAt: number, clock: { now(): number }): void {
  const now = Math.floor(clock.now() / 1_000);
  if (Math.abs(issuedAt - now) > toleranceSeconds) throw clockFault(issuedAt, clock, 'iat');
}

function requireDomain({ settings, name }: OidcProvider, { hd }: client.IDToken): void {
  const { hostedDomains } = settings;
  if (hostedDomains.length === 0) return;
  const domain = typeof hd === 'string' ? foldAscii(hd) : undefined;
  if (hostedDomains.some((each) => foldAscii(each) === domain)) return;
  const sentence = `Sign in at ${name} with the account of your organization.`;
  throw new SsoFault('sso.domain', sentence, 'hd is not in the list');
}
