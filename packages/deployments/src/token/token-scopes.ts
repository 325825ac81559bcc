import { type ApiScope, apiScopes } from '@orrery/kernel';
import { type Claims, invalidToken } from './token-verifier.ts';

/** Claim of a token with limited rights. Not `scope`, which tokens of an issuer use for other purposes. */
export const scopeClaim = 'orreryScopes';

interface Scoped {
  /** Claims about the caller. */
  readonly rest: Claims;
  readonly scopes: ReadonlySet<ApiScope>;
}

/** Returns the scopes of a token, never more than the server allows. @throws Unauthorized */
export function withinScopes(claims: Claims, allowed: ReadonlySet<ApiScope>): Scoped {
  if (!Object.hasOwn(claims, scopeClaim)) return { rest: claims, scopes: allowed };
  const { [scopeClaim]: named, ...rest } = claims;
  if (!Array.isArray(named)) throw invalidToken(`${scopeClaim} is no list`);
  const scopes = new Set(apiScopes.filter((scope) => allowed.has(scope) && named.includes(scope)));
  return { rest: Object.freeze(rest), scopes };
}
