export { cronWords } from './cron-words.ts';
export { runJobKind } from './notification-scheduler.ts';
export type { NotificationFilter } from './notification-store.ts';
export type { Notification } from './notification.ts';
export { type Notifications, openNotifications } from './open-notifications.ts';
export type { RecipientName } from './recipient-store.ts';
export type { Recipient } from './recipient.ts';
export { RunStore } from './run-store.ts';
export type { Delivery, LoadedRun, NotificationRun, RunEnd } from './run.ts';
