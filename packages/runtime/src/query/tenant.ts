import { hash } from 'node:crypto';
import { callerClaims, type DataScope } from '@orrery/kernel';

/**
 * Fingerprint of the tenant that shares a share of a data source: all callers with the same security context. It
 * reveals nothing of the caller. A deployment belongs to one account, so the account is not part of it.
 */
export function tenantOf(principal: DataScope): string {
  return hash('sha256', callerClaims(principal), 'base64url');
}
