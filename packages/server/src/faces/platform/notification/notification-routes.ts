import { notificationOperations, type QueryOf } from '@orrery/contract';
import type { PublishedDashboardName, NotificationFilter, Notifications } from '@orrery/content';
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

  serve(face, notificationOperations.create, async ({ rights, caller, makeChange, body }) => {
    const { dashboardId, dashboardPublicId, ...input } = body;
    const dashboard = readDashboard(dashboardId ?? undefined, dashboardPublicId ?? undefined);
    const wanted = { ...input, dashboard };
    return presentNotification(
      await makeChange((change) => notifications.create(change, rights, caller.userId, wanted)),
    );
  });

  serve(face, notificationOperations.get, async ({ rights, params: { id } }) =>
    presentNotification(await notifications.get(rights, id)),
  );

  serve(face, notificationOperations.update, async ({ rights, caller, makeChange, params: { id }, body }) =>
    presentNotification(await makeChange((change) => notifications.update(change, rights, caller.userId, id, body))),
  );

  serve(face, notificationOperations.delete, ({ rights, makeChange, params: { id } }) =>
    makeChange((change) => notifications.delete(change, rights, id)),
  );

  serve(face, notificationOperations.run, async ({ rights, makeChange, params: { id } }) =>
    presentRun(await runs.get(id, await makeChange((change) => runs.runNow(change, rights, id)))),
  );

  serve(face, notificationOperations.runs, async ({ rights, params: { id }, query }) => {
    const page = readPage(query, runOrder);
    const history = await runs.history(rights, id, rangeBefore(page));
    const nextRunAt = history.nextRunAt === undefined ? null : presentInstant(history.nextRunAt);
    return { ...presentPage(history.runs, page, presentRun), nextRunAt };
  });
}

function readDashboard(id: number | undefined, publicId: string | undefined): PublishedDashboardName {
  if (id !== undefined && publicId === undefined) return { id };
  if (publicId !== undefined && id === undefined) return { publicId };
  throw oneOfTheTwo('dashboardId', 'give either dashboardId or dashboardPublicId');
}

type NotificationFilters = QueryOf<typeof notificationOperations.list>;

function readFilter(given: NotificationFilters): NotificationFilter {
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
}: NotificationFilters): NotificationFilter['recipient'] {
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
