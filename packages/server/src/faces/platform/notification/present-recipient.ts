import type { WireRecipient } from '@orrery/contract';
import type { Recipient } from '@orrery/content';

/** Leaves out the security context, which may hold data that only policies should read. */
export function presentRecipient(recipient: Recipient): WireRecipient {
  const { type, email = null } = recipient;
  if (type === 'USER') return { type, userId: recipient.userId, username: recipient.username, email };
  const { embedUserId, embedTenantName, externalId } = recipient;
  return { type, embedUserId, embedTenantName, externalId, email };
}
