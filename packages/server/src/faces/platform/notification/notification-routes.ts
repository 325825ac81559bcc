import { notificationOperations, type QueryOf } from '@orrery/contract';
import type { DashboardName, NotificationFilter, Notifications, Owner } from '@orrery/content';
import type { RequestCaller } from '../caller.ts';
import { InvalidFields } from '../invalid-fields.ts';
import { byEndlessNumber, byNumber, presentPage, rangeBefore, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentNotification } from './present-notification.ts';
import { presentRun } from './present-run.ts';

export interface NotificationServices {
  readonly notifications: Notifications;
}

const order = byNumber('notifications');
const runOrder = byEndlessNumber('runs');

/** Serves the notifications: published dashboards that are mailed by schedule. */
export function serveNotifications(face: PlatformFace, services: NotificationServices): void {
  const { notifications, runs } = services.notifications;

  serve(face, notificationOperations.list, async ({ rights, query }) => {
    const page = readPage(query, order);
    const found = await notifications.list(rights, readFilter(query), rangeBefore(page));
    return presentPage(found, page, presentNotification);
  });

  serve(face, notificationOperations.create, async ({ body, ...admitted }) => {
    const { dashboardId, dashboardPublicId, ...input } = body;
    const dashboard = readDashboard(dashboardId ?? undefined, dashboardPublicId ?? undefined);
    return presentNotification(await notifications.create(admitted.rights, ownerOf(admitted), { ...input, dashboard }));
  });

  serve(face, notificationOperations.get, async ({ rights, params: { id } }) =>
    presentNotification(await notifications.get(rights, id)),
  );

  serve(face, notificationOperations.update, async ({ rights, params: { id }, body, ...admitted }) =>
    presentNotification(await notifications.update(rights, ownerOf(admitted), id, body)),
  );

  serve(face, notificationOperations.delete, ({ rights, params: { id }, ...admitted }) =>
    notifications.delete(rights, ownerOf(admitted), id),
  );

  serve(face, notificationOperations.run, async ({ rights, params: { id }, ...admitted }) =>
    presentRun(await runs.runNow(rights, ownerOf(admitted), id)),
  );

  serve(face, notificationOperations.runs, async ({ rights, params: { id }, query }) => {
    const page = readPage(query, runOrder);
    const history = await runs.history(rights, id, rangeBefore(page));
    const nextRunAt = history.nextRunAt === undefined ? null : presentInstant(history.nextRunAt);
    return { ...presentPage(history.runs, page, presentRun), nextRunAt };
  });
}

function ownerOf({ by, caller }: Pick<RequestCaller, 'by' | 'caller'>): Owner {
  return { ...by, userId: caller.userId };
}

function readDashboard(id: number | undefined, publicId: string | undefined): DashboardName {
  if (id !== undefined && publicId === undefined) return { id };
  if (publicId !== undefined && id === undefined) return { publicId };
  throw oneOfTheTwo('dashboardId', 'give either dashboardId or dashboardPublicId');
}

type Query = QueryOf<typeof notificationOperations.list>;

function readFilter(given: Query): NotificationFilter {
  const { dashboardId, dashboardPublicId } = given;
  if (dashboardId !== undefined && dashboardPublicId !== undefined) {
    throw oneOfTheTwo('dashboardId', 'give dashboardId or dashboardPublicId, not both');
  }
  return { dashboardId, dashboardPublicId, recipient: readRecipient(given) };
}

function readRecipient({
  recipientUserId: userId,
  recipientEmail: email,
  recipientEmbedTenantName: embedTenantName,
  recipientExternalId: externalId,
}: Query): NotificationFilter['recipient'] {
  if ((embedTenantName === undefined) !== (externalId === undefined)) {
    const missing = embedTenantName === undefined ? 'recipientEmbedTenantName' : 'recipientExternalId';
    throw oneOfTheTwo(missing, 'recipientEmbedTenantName and recipientExternalId must be given together');
  }
  const named = [
    ...(userId === undefined ? [] : [{ userId }]),
    ...(email === undefined ? [] : [{ email }]),
    ...(embedTenantName === undefined || externalId === undefined ? [] : [{ embedTenantName, externalId }]),
  ];
  if (named.length > 1) throw oneOfTheTwo('recipientUserId', 'name each recipient in one way only');
  return named[0];
}

function oneOfTheTwo(path: string, message: string): InvalidFields {
  return new InvalidFields([{ path, message }]);
}
