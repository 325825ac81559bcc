import { newRecipientsSchema, removedRecipientsSchema, type WireRemovedRecipient } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { RecipientName } from '../../notifications/recipient-store.ts';
import { InvalidFields, readFields } from '../invalid-fields.ts';
import { presentPage } from '../page.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { notificationIn, ownerIn, placeOf, readNewestFirst } from './notification-place.ts';
import { presentRecipient } from './present-recipient.ts';

/** Of rows; a larger number is nobody's. */
const largestNumber = 2_147_483_647;

/** Who gets a notification. */
export function registerRecipientRoutes(
  app: FastifyInstance,
  { notifications, deployments }: Pick<PlatformDependencies, 'notifications' | 'deployments'>,
): void {
  const { recipients } = notifications;

  app.get('/deployments/:deploymentId/notifications/:id/recipients', async (request) => {
    const place = await placeOf(request, deployments);
    const { page, range } = readNewestFirst(request);
    return presentPage(await recipients.list(place, notificationIn(request), range), page, presentRecipient);
  });

  app.post('/deployments/:deploymentId/notifications/:id/recipients', async (request) => {
    const place = await placeOf(request, deployments);
    const { recipients: wanted } = readFields(newRecipientsSchema, request.body);
    const changed = await recipients.add(place, ownerIn(request), notificationIn(request), wanted);
    return {
      createdRecipients: changed.created.map(presentRecipient),
      updatedRecipients: changed.updated.map(presentRecipient),
      unchangedRecipients: changed.unchanged.map(presentRecipient),
    };
  });

  app.delete('/deployments/:deploymentId/notifications/:id/recipients', async (request, reply) => {
    const place = await placeOf(request, deployments);
    const { recipients: named } = readFields(removedRecipientsSchema, request.body);
    const names = readNames(named);
    await recipients.remove(place, ownerIn(request), notificationIn(request), names);
    return reply.code(204).send();
  });
}

/** Whoever cannot be a recipient is none that could be removed. */
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
