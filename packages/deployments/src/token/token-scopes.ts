import { type ApiScope, apiScopes } from '@orrery/kernel';
import { type Claims, invalidToken } from './token-verifier.ts';

/** Of a token that may do less than others. Not `scope`: tokens of an issuer have one of their own, for other things. */
export const scopeClaim = 'orreryScopes';

interface Scoped {
  /** What is said of the caller. */
  readonly rest: Claims;
  readonly scopes: ReadonlySet<ApiScope>;
}

/** What a token may be used for: never more than the server lets any. @throws Unauthorized */
export function withinScopes(claims: Claims, allowed: ReadonlySet<ApiScope>): Scoped {
  if (!Object.hasOwn(claims, scopeClaim)) return { rest: claims, scopes: allowed };
  const { [scopeClaim]: named, ...rest } = claims;
  if (!Array.isArray(named)) throw invalidToken(`${scopeClaim} is no list`);
  const scopes = new Set(apiScopes.filter((scope) => allowed.has(scope) && named.includes(scope)));
  return { rest: Object.freeze(rest), scopes };
}
