import { hash } from 'node:crypto';
import { type RequestOwner, callerClaims, type DataScope, type SecurityContext } from '@orrery/kernel';
import type { Runtime } from '../runtime.ts';
import type { RequestContext } from '@orrery/semantic';

/**
 * Fingerprint of the tenant that shares a share of a data source: all callers with the same security context. It
 * reveals nothing of the caller. A deployment belongs to one account, so the account is not part of it.
 */
export function tenantOf(principal: DataScope): string {
  const { securityContext } = principal;
  const tenant = tenants.get(securityContext) ?? hash('sha256', callerClaims(principal), 'base64url');
  tenants.set(securityContext, tenant);
  return tenant;
}

/** The fingerprints of contexts, which never change: requests with one token share an object, unless it names a user. */
const tenants = new WeakMap<SecurityContext, string>();

/** Names the owner of a request's turn in a thread that runs one request after the other. */
export function askerOf({ accountId }: Pick<Runtime, 'accountId'>, principal: DataScope): RequestOwner {
  return { account: String(accountId), caller: `${principal.deploymentId} ${tenantOf(principal)}` };
}

/**
 * The interaction of a request: repeated requests share the part of their id before `-span-`. Callers choose ids, so
 * one has a meaning only together with its caller.
 */
export function ownerOf(principal: DataScope, requestId: string): string {
  return ownerWithin(ownersOf(principal), requestId);
}

/** Common prefix of all interactions of one caller. */
export function ownersOf(principal: DataScope): string {
  return `${principal.deploymentId}/${tenantOf(principal)}/`;
}

export function ownerWithin(owners: string, requestId: string): string {
  return `${owners}${requestId.replace(/-span-[\da-f-]{1,36}$/, '')}`;
}

/** Values of a caller that the SQL of a model may read: only the claims of the verified token. */
export function contextOf({ securityContext }: DataScope): RequestContext {
  return { kind: 'caller', securityContext };
}
