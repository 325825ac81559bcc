import {
  changedRecipientsSchema,
  newNotificationSchema,
  newRecipientsSchema,
  notificationPageSchema,
  notificationRecipientsSchema,
  notificationRunSchema,
  notificationRunsSchema,
  notificationSchema,
  notificationsQuerySchema,
  notificationsSchema,
  notificationUpdateSchema,
  removedRecipientsSchema,
} from '@orrery/contract';
import type { Operations } from './operation.ts';

const notifications = { tag: 'Notifications', isForAdmins: true } as const;
const base = '/deployments/:deploymentId/notifications';

export const notificationOperations: Operations = {
  [`GET ${base}`]: {
    ...notifications,
    id: 'getNotifications',
    summary: 'Published dashboards that go out by schedule, newest first',
    query: notificationsQuerySchema,
    answer: notificationsSchema,
  },
  [`POST ${base}`]: {
    ...notifications,
    id: 'createNotification',
    summary: 'Send a published dashboard by schedule',
    body: newNotificationSchema,
    answer: notificationSchema,
  },
  [`GET ${base}/:id`]: {
    ...notifications,
    id: 'getNotification',
    summary: 'A notification',
    answer: notificationSchema,
  },
  [`PUT ${base}/:id`]: {
    ...notifications,
    id: 'updateNotification',
    summary: 'Change a notification; what is not given stays, its dashboard and recipients always do',
    body: notificationUpdateSchema,
    answer: notificationSchema,
  },
  [`DELETE ${base}/:id`]: {
    ...notifications,
    id: 'deleteNotification',
    summary: 'Delete a notification with its recipients and its history',
    answer: 'nothing',
  },
  [`POST ${base}/:id/run`]: {
    ...notifications,
    id: 'runNotification',
    summary: 'Run a notification as soon as may be',
    answer: notificationRunSchema,
  },
  [`GET ${base}/:id/runs`]: {
    ...notifications,
    id: 'getNotificationRuns',
    summary: 'What a notification did, newest first, and when it runs next',
    query: notificationPageSchema,
    answer: notificationRunsSchema,
  },
  [`GET ${base}/:id/recipients`]: {
    ...notifications,
    id: 'getRecipients',
    summary: 'Who gets a notification, newest first',
    query: notificationPageSchema,
    answer: notificationRecipientsSchema,
  },
  [`POST ${base}/:id/recipients`]: {
    ...notifications,
    id: 'addRecipients',
    summary: 'Add recipients, or change what they see; viewers of embedded content are made when there are none',
    body: newRecipientsSchema,
    answer: changedRecipientsSchema,
  },
  [`DELETE ${base}/:id/recipients`]: {
    ...notifications,
    id: 'removeRecipients',
    summary: 'Remove recipients; takes a body',
    body: removedRecipientsSchema,
    answer: 'nothing',
  },
};
