import type { Principal } from '@orrery/kernel';
import { tenantOf } from './tenant.ts';

/**
 * The interaction a request belongs to: repeated requests of one keep what stands before `-span-` in their id. Ids are
 * chosen by callers, so one means something only together with who sent it.
 */
export function ownerOf(principal: Principal, requestId: string): string {
  return `${principal.deploymentId}/${tenantOf(principal)}/${requestId.replace(/-span-\d+$/, '')}`;
}
