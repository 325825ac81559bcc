import type { WireRecipient } from '@orrery/contract';
import type { Recipient } from '@orrery/content';

/** Security contexts stay here: they may hold what only policies should read. */
export function presentRecipient(recipient: Recipient): WireRecipient {
  const { type, email = null } = recipient;
  if (type === 'USER') return { type, userId: recipient.userId, username: recipient.username, email };
  const { embedUserId, embedTenantName, externalId } = recipient;
  return { type, embedUserId, embedTenantName, externalId, email };
}
