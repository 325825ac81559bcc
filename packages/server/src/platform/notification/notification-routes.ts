import { newNotificationSchema, notificationsQuerySchema, notificationUpdateSchema } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { output } from 'zod';
import type { DashboardName } from '../../content/published-dashboard.ts';
import type { NotificationFilter } from '../../notifications/notification-store.ts';
import { InvalidFields, readFields, readParameters } from '../invalid-fields.ts';
import { pageOf, presentPage } from '../page.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { presentInstant } from '../present-instant.ts';
import { newestFirst, notificationIn, ownerIn, placeOf, readNewestFirst } from './notification-place.ts';
import { presentNotification } from './present-notification.ts';
import { presentRun } from './present-run.ts';
import { registerRecipientRoutes } from './recipient-routes.ts';

/** Published dashboards that go out by schedule, for admins. */
export function registerNotificationRoutes(
  app: FastifyInstance,
  dependencies: Pick<PlatformDependencies, 'notifications' | 'deployments'>,
): void {
  const { deployments } = dependencies;
  const { notifications, runs } = dependencies.notifications;
  const base = '/deployments/:deploymentId/notifications';

  app.get(base, async (request) => {
    const place = await placeOf(request, deployments);
    const query = readParameters(notificationsQuerySchema, request.query);
    const { page, range } = newestFirst(pageOf(query));
    return presentPage(await notifications.list(place, readFilter(query), range), page, presentNotification);
  });

  app.post(base, async (request) => {
    const place = await placeOf(request, deployments);
    const { dashboardId, dashboardPublicId, ...input } = readFields(newNotificationSchema, request.body);
    const dashboard = readDashboard(dashboardId ?? undefined, dashboardPublicId ?? undefined);
    return presentNotification(await notifications.create(place, ownerIn(request), { ...input, dashboard }));
  });

  app.get(`${base}/:id`, async (request) => {
    const place = await placeOf(request, deployments);
    return presentNotification(await notifications.get(place, notificationIn(request)));
  });

  app.put(`${base}/:id`, async (request) => {
    const place = await placeOf(request, deployments);
    const change = readFields(notificationUpdateSchema, request.body);
    return presentNotification(await notifications.update(place, ownerIn(request), notificationIn(request), change));
  });

  app.delete(`${base}/:id`, async (request, reply) => {
    const place = await placeOf(request, deployments);
    await notifications.delete(place, ownerIn(request), notificationIn(request));
    return reply.code(204).send();
  });

  app.post(`${base}/:id/run`, async (request) => {
    const place = await placeOf(request, deployments);
    return presentRun(await runs.runNow(place, ownerIn(request), notificationIn(request)));
  });

  app.get(`${base}/:id/runs`, async (request) => {
    const place = await placeOf(request, deployments);
    const { page, range } = readNewestFirst(request, true);
    const history = await runs.history(place, notificationIn(request), range);
    const nextRunAt = history.nextRunAt === undefined ? null : presentInstant(history.nextRunAt);
    return { ...presentPage(history.runs, page, presentRun), nextRunAt };
  });

  registerRecipientRoutes(app, dependencies);
}

function readDashboard(id: number | undefined, publicId: string | undefined): DashboardName {
  if (id !== undefined && publicId === undefined) return { id };
  if (publicId !== undefined && id === undefined) return { publicId };
  throw oneOfTheTwo('dashboardId', 'give either dashboardId or dashboardPublicId');
}

type Query = output<typeof notificationsQuerySchema>;

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
    throw oneOfTheTwo(missing, 'recipientEmbedTenantName and recipientExternalId go together');
  }
  const named = [
    ...(userId === undefined ? [] : [{ userId }]),
    ...(email === undefined ? [] : [{ email }]),
    ...(embedTenantName === undefined || externalId === undefined ? [] : [{ embedTenantName, externalId }]),
  ];
  if (named.length > 1) throw oneOfTheTwo('recipientUserId', 'name one recipient in one way');
  return named[0];
}

function oneOfTheTwo(path: string, message: string): InvalidFields {
  return new InvalidFields([{ path, message }]);
}
