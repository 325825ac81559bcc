import type { DashboardFilter, DashboardTimeGrain } from '@orrery/contract';
import type { ContentScope } from '../item/index.ts';
import type { Schedule } from './schedule.ts';

export const notificationFormats = ['png', 'pdf'] as const;

export type NotificationFormat = (typeof notificationFormats)[number];

/** A published dashboard that is sent by schedule. */
export interface Notification extends ContentScope {
  readonly id: number;
  readonly dashboardId: number;
  /** The owner; `undefined` when that user is deleted. */
  readonly ownerId: number | undefined;
  readonly schedule: Schedule;
  readonly cron: string;
  /** An IANA name. */
  readonly timezone: string;
  readonly format: NotificationFormat;
  readonly filters: readonly DashboardFilter[] | undefined;
  readonly timeGrains: readonly DashboardTimeGrain[] | undefined;
  /** When false, nothing runs. */
  readonly isEnabled: boolean;
  /** When false, it runs without sending. */
  readonly isSent: boolean;
  /** Epoch milliseconds; `undefined` while it is disabled. */
  readonly nextRunAt: number | undefined;
}
