import { notificationOperations, type WireRecipient, type WireRemovedRecipient } from '@orrery/contract';
import type { Recipient, RecipientName } from '@orrery/content';
import { InvalidFields } from '../invalid-fields.ts';
import { byNumber, presentPage, rangeBefore, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import type { NotificationServices } from './notification-routes.ts';

/** Largest number of a row. */
const largestNumber = 2_147_483_647;
const order = byNumber('recipients');

/** Serves the recipients of a notification. */
export function serveRecipients(face: PlatformFace, { notifications }: NotificationServices): void {
  const { recipients } = notifications;

  serve(face, notificationOperations.recipients, async ({ rights, params: { id }, query }) => {
    const page = readPage(query, order);
    return presentPage(await recipients.list(rights, id, rangeBefore(page)), page, presentRecipient);
  });

  serve(face, notificationOperations.addRecipients, async ({ rights, changeRights, params: { id }, body }) => {
    const { created, updated, unchanged } = await changeRights((change) =>
      recipients.add(change, rights, id, body.recipients),
    );
    return {
      createdRecipients: created.map(presentRecipient),
      updatedRecipients: updated.map(presentRecipient),
      unchangedRecipients: unchanged.map(presentRecipient),
    };
  });

  serve(face, notificationOperations.removeRecipients, async ({ rights, changeRights, params: { id }, body }) => {
    const names = readNames(body.recipients);
    await changeRights((change) => recipients.remove(change, rights, id, names));
  });
}

/** Leaves out names that cannot be recipients: they could not be removed. */
function readNames(named: readonly WireRemovedRecipient[]): readonly RecipientName[] {
  const nameless = named.flatMap(({ type, embedTenantName }, index) =>
    type === 'EMBED_USER' && !embedTenantName ? [`recipients.${index}.embedTenantName`] : [],
  );
  if (nameless.length > 0) {
    throw new InvalidFields(
      nameless.map((path) => ({ path, message: 'is needed for a recipient of type EMBED_USER' })),
    );
  }
  return named.flatMap(({ type, id, embedTenantName }): RecipientName[] => {
    const number = numberOf(id);
    if (number === undefined || type === 'SLACK') return [];
    return type === 'USER' ? [{ userId: number }] : [{ embedUserId: number, embedTenantName: embedTenantName ?? '' }];
  });
}

function numberOf(id: number | string): number | undefined {
  const number = typeof id === 'number' ? id : /^\d{1,10}$/.test(id) ? Number(id) : 0;
  return number > 0 && number <= largestNumber ? number : undefined;
}

/** Leaves out the security context, which may hold data that only policies should read. */
function presentRecipient(recipient: Recipient): WireRecipient {
  const { type, email = null } = recipient;
  if (type === 'USER') return { type, userId: recipient.userId, username: recipient.username, email };
  const { embedUserId, embedTenantName, externalId } = recipient;
  return { type, embedUserId, embedTenantName, externalId, email };
}
