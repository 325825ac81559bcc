import { SignJWT } from 'jose';
import { scopeClaim } from './authenticate.ts';
import type { ApiScope } from '@orrery/kernel';
import type { TokenSettings } from '@orrery/config';

export interface TokenRequest {
  readonly deployment: { readonly apiSecret: string };
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly expiresInSeconds: number;
  /** Scopes of the token; when absent, everything the server allows. */
  readonly scopes?: readonly ApiScope[];
  readonly clock: { now(): number };
}

/**
 * Signs a Data API token that the server with these settings accepts, as a host application would.
 *
 * @returns `undefined` when only the holder of a private key can sign one
 */
export async function mintToken(request: TokenRequest, settings: TokenSettings): Promise<string | undefined> {
  const { deployment, securityContext, expiresInSeconds, scopes, clock } = request;
  const algorithm = settings.algorithms[0] ?? 'HS256';
  if (!algorithm.startsWith('HS')) return undefined;
  const secret = settings.key ?? settings.secrets?.[0] ?? deployment.apiSecret;
  const namespace = settings.claimsNamespace;
  const nowSeconds = Math.floor(clock.now() / 1000);
  const claims = {
    ...(namespace === undefined ? securityContext : { [namespace]: securityContext }),
    ...(settings.audience === undefined ? {} : { aud: settings.audience }),
    ...(settings.issuers?.[0] === undefined ? {} : { iss: settings.issuers[0] }),
    ...(settings.subject === undefined ? {} : { sub: settings.subject }),
    ...(scopes === undefined ? {} : { [scopeClaim]: scopes }),
    iat: nowSeconds,
    exp: nowSeconds + expiresInSeconds,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: 'JWT' }).sign(new TextEncoder().encode(secret));
}
