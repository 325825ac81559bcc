import { hash } from 'node:crypto';
import { callerClaims, type DataScope } from '@orrery/kernel';

/**
 * Who shares one share of a data source, as a fingerprint that tells nothing of the caller: everybody with the same
 * security context. A deployment belongs to one account, so the account needs no part in it.
 */
export function tenantOf(principal: DataScope): string {
  return hash('sha256', callerClaims(principal), 'base64url');
}
