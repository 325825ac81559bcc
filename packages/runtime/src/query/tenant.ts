import { hash } from 'node:crypto';
import { type RequestOwner, callerClaims, type DataScope } from '@orrery/kernel';
import type { Runtime } from '../runtime.ts';

/**
 * Fingerprint of the tenant that shares a share of a data source: all callers with the same security context. It
 * reveals nothing of the caller. A deployment belongs to one account, so the account is not part of it.
 */
export function tenantOf(principal: DataScope): string {
  return hash('sha256', callerClaims(principal), 'base64url');
}

/** Names the owner of a request's turn in a thread that runs one request after the other. */
export function askerOf({ accountId }: Pick<Runtime, 'accountId'>, principal: DataScope): RequestOwner {
  return { account: String(accountId), caller: `${principal.deploymentId} ${tenantOf(principal)}` };
}
