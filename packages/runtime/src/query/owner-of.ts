import type { DataScope } from '@orrery/kernel';
import { tenantOf } from './tenant.ts';

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
