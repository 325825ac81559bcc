import type { IncomingHttpHeaders } from 'node:http';
import type { TokenSettings } from '@orrery/config';
import {
  type Admitted,
  type ApiScope,
  type TokenAuthenticator,
  Unauthorized,
  apiScopes,
  isRecord,
} from '@orrery/kernel';
import { claimsToBeAccessToken } from '@orrery/people';
import type { TokenKeys } from './token-keys.ts';
import { type Claims, invalidToken, TokenVerifier } from './token-verifier.ts';

/** Authenticates a request to one deployment by its headers. */
export class Authenticator implements TokenAuthenticator {
  readonly #deploymentId: number;
  readonly #verifier: TokenVerifier;
  readonly #claimsNamespace: string | undefined;
  readonly #scopes: ReadonlySet<ApiScope>;

  constructor(deploymentId: number, keys: TokenKeys, settings: TokenSettings, clock: { now(): number }) {
    this.#deploymentId = deploymentId;
    this.#verifier = new TokenVerifier(settings, keys, clock);
    this.#claimsNamespace = settings.claimsNamespace;
    this.#scopes = new Set(settings.scopes);
  }

  /** @throws Unauthorized */
  async admit(headers: IncomingHttpHeaders): Promise<Admitted> {
    const given = tokenIn(headers);
    if (claimsToBeAccessToken(given)) throw accessTokenHere(this.#deploymentId);
    const token = await this.#verifier.verify(given);
    const { rest, scopes } = withinScopes(token.claims, this.#scopes);
    const securityContext = securityContextOf(rest, this.#claimsNamespace);
    const principal = { kind: 'token' as const, deploymentId: this.#deploymentId, securityContext, scopes };
    return { principal, holds: () => this.#verifier.holds(token) };
  }
}

/** Says where an application gets a token that is taken here, and nothing about the token that it sent. */
function accessTokenHere(deploymentId: number): Unauthorized {
  const sentence = `Invalid token: this address takes tokens of the Data API. With an access token, POST /api/v1/deployments/${deploymentId}/token makes one`;
  return new Unauthorized('auth.invalid-token', sentence, { cause: 'an access token' });
}

/** Returns the token, with or without an authentication scheme before it. @throws Unauthorized */
export function tokenIn(headers: IncomingHttpHeaders): string {
  const value = headers['x-cube-authorization'] ?? headers.authorization;
  if (value === undefined || value === '') throw new Unauthorized('auth.missing', "Authorization header isn't set");
  if (Array.isArray(value)) throw invalidToken('the header is given twice');
  const [first = '', second, ...rest] = value.split(' ');
  if (rest.length > 0) throw invalidToken('the header has more than two parts');
  return second ?? first;
}

/** Returns the claims that the model and its policies may read. */
export function securityContextOf(claims: Claims, namespace: string | undefined): Readonly<Record<string, unknown>> {
  if (namespace !== undefined) {
    const own = Object.hasOwn(claims, namespace) ? claims[namespace] : undefined;
    return isRecord(own) ? own : {};
  }
  const { u: legacy, ...rest } = claims;
  return isRecord(legacy) ? { ...rest, ...legacy } : claims;
}

/** Claim of a token with limited rights. Not `scope`, which tokens of an issuer use for other purposes. */
export const scopeClaim = 'orreryScopes';

interface Scoped {
  /** Claims about the caller. */
  readonly rest: Claims;
  readonly scopes: ReadonlySet<ApiScope>;
}

/** Returns the scopes of a token, never more than the server allows. @throws Unauthorized */
function withinScopes(claims: Claims, allowed: ReadonlySet<ApiScope>): Scoped {
  if (!Object.hasOwn(claims, scopeClaim)) return { rest: claims, scopes: allowed };
  const { [scopeClaim]: named, ...rest } = claims;
  if (!Array.isArray(named)) throw invalidToken(`${scopeClaim} is no list`);
  const scopes = new Set(apiScopes.filter((scope) => allowed.has(scope) && named.includes(scope)));
  return { rest: Object.freeze(rest), scopes };
}
