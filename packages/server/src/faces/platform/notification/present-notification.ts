import type { WireNotification } from '@orrery/contract';
import { cronWords } from '../../../../../content/src/notification/cron-words.ts';
import type { Notification } from '../../../../../content/src/notification/notification.ts';

export function presentNotification(notification: Notification): WireNotification {
  const { filters, timeGrains, cron } = notification;
  return {
    id: notification.id,
    deploymentId: notification.deploymentId,
    dashboardId: notification.dashboardId,
    cronExpression: cron,
    humanReadableSchedule: cronWords(cron),
    timezone: notification.timezone,
    isEnabled: notification.isEnabled,
    notificationEnabled: notification.isSent,
    notificationFormat: notification.format,
    filters: filters ? [...filters] : null,
    timeGrains: timeGrains ? [...timeGrains] : null,
  };
}
