import { hash } from 'node:crypto';
import { callerClaims, type Principal } from '@orrery/kernel';

const known = new WeakMap<object, string>();

/**
 * Who shares one share of a data source, as a fingerprint that tells nothing of the caller: everybody with the same
 * security context. A deployment belongs to one account, so the account needs no part in it.
 */
export function tenantOf(principal: Principal): string {
  const { securityContext } = principal;
  const remembered = known.get(securityContext);
  if (remembered !== undefined) return remembered;
  const tenant = hash('sha256', callerClaims(principal), 'base64url');
  known.set(securityContext, tenant);
  return tenant;
}
