import type { DataScope } from '@orrery/kernel';
import { tenantOf } from './tenant.ts';

/**
 * The interaction a request belongs to: repeated requests of one keep what stands before `-span-` in their id. Ids are
 * chosen by callers, so one means something only together with who sent it.
 */
export function ownerOf(principal: DataScope, requestId: string): string {
  return ownerWithin(ownersOf(principal), requestId);
}

/** How all interactions of one caller begin. */
export function ownersOf(principal: DataScope): string {
  return `${principal.deploymentId}/${tenantOf(principal)}/`;
}

export function ownerWithin(owners: string, requestId: string): string {
  return `${owners}${requestId.replace(/-span-\d+$/, '')}`;
}
