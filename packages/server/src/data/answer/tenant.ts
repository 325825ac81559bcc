import { hash } from 'node:crypto';
import type { Principal } from '../../http/principal.ts';

/** Claims that differ from token to token of one and the same caller. */
const tokenClaims: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti']);

const known = new WeakMap<object, string>();

/**
 * Who shares one share of a data source, as a fingerprint that tells nothing of the caller: everybody with the same
 * security context. A deployment belongs to one account, so the account needs no part in it.
 */
export function tenantOf({ securityContext }: Principal): string {
  const remembered = known.get(securityContext);
  if (remembered !== undefined) return remembered;
  const claims = Object.entries(securityContext).filter(([name]) => !tokenClaims.has(name));
  claims.sort(([one], [other]) => (one < other ? -1 : 1));
  const tenant = hash('sha256', JSON.stringify(claims.map(([name, value]) => [name, canonical(value)])), 'base64url');
  known.set(securityContext, tenant);
  return tenant;
}

/** Equal values give equal JSON, whatever the order of their keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(canonical)];
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return ['record', ...entries.map(([name, inner]) => [name, canonical(inner)])];
}
