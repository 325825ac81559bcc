import type { WireNotification } from '@orrery/contract';
import { cronWords, type Notification } from '@orrery/content';

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
