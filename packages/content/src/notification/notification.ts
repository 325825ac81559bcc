import type { DashboardFilter, DashboardTimeGrain } from '@orrery/contract';
import type { Place } from '../item/index.ts';
import type { Schedule } from './schedule.ts';

export const notificationFormats = ['png', 'pdf'] as const;

export type NotificationFormat = (typeof notificationFormats)[number];

/** A published dashboard that goes out by schedule. */
export interface Notification extends Place {
  readonly id: number;
  readonly dashboardId: number;
  /** Who answers for it; `undefined` when that user is gone. */
  readonly ownerId: number | undefined;
  readonly schedule: Schedule;
  readonly cron: string;
  /** An IANA name. */
  readonly timezone: string;
  readonly format: NotificationFormat;
  readonly filters: readonly DashboardFilter[] | undefined;
  readonly timeGrains: readonly DashboardTimeGrain[] | undefined;
  /** Off: nothing runs. */
  readonly isEnabled: boolean;
  /** Off: it runs, and nobody gets anything. */
  readonly isSent: boolean;
  /** Epoch milliseconds; `undefined` while it is off. */
  readonly nextRunAt: number | undefined;
}
