import type { DashboardFilter, DashboardTimeGrain } from '@orrery/contract';
import type { Insertable, Selectable } from 'kysely';
import type { NotificationTable } from '@orrery/store';
import { type Notification, notificationFormats } from './notification.ts';
import { cronOf, type Schedule, scheduleTypes } from './schedule.ts';

export type NotificationRow = Selectable<NotificationTable>;

export function readNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    accountId: row.account_id,
    deploymentId: row.deployment_id,
    dashboardId: row.dashboard_id,
    ownerId: row.owner_id ?? undefined,
    schedule: readSchedule(row),
    cron: row.cron,
    timezone: row.timezone,
    format: oneOf(notificationFormats, row.format),
    filters: readList<DashboardFilter>(row.filters),
    timeGrains: readList<DashboardTimeGrain>(row.time_grains),
    isEnabled: row.is_enabled === 1,
    isSent: row.is_sent === 1,
    nextRunAt: row.next_run_at ?? undefined,
  };
}

export type NotificationSettings = Pick<
  Notification,
  'schedule' | 'timezone' | 'format' | 'filters' | 'timeGrains' | 'isEnabled' | 'isSent'
>;

type SettingColumns = Omit<
  Insertable<NotificationTable>,
  | 'id'
  | 'account_id'
  | 'deployment_id'
  | 'dashboard_id'
  | 'owner_id'
  | 'next_run_at'
  | 'planned_at'
  | 'created_at'
  | 'updated_at'
>;

export function columnsOf(settings: NotificationSettings): SettingColumns {
  const { schedule, timezone, format, filters, timeGrains, isEnabled, isSent } = settings;
  return {
    schedule_type: schedule.type,
    minute: schedule.minute,
    hour: schedule.hour,
    day_of_week: schedule.dayOfWeek ?? null,
    day_of_month: schedule.dayOfMonth ?? null,
    custom_cron: schedule.customCron ?? null,
    cron: cronOf(schedule),
    timezone,
    format,
    filters: filters ? JSON.stringify(filters) : null,
    time_grains: timeGrains ? JSON.stringify(timeGrains) : null,
    is_enabled: isEnabled ? 1 : 0,
    is_sent: isSent ? 1 : 0,
  };
}

function readSchedule(row: NotificationRow): Schedule {
  return {
    type: oneOf(scheduleTypes, row.schedule_type),
    minute: row.minute,
    hour: row.hour,
    dayOfWeek: row.day_of_week ?? undefined,
    dayOfMonth: row.day_of_month ?? undefined,
    customCron: row.custom_cron ?? undefined,
  };
}

function readList<T>(text: string | null): readonly T[] | undefined {
  return text === null ? undefined : (JSON.parse(text) as readonly T[]); // we wrote it
}

function oneOf<T extends string>(known: readonly T[], text: string): T {
  const found = known.find((one) => one === text);
  if (found) return found;
  throw new Error(`a notification has '${text}', which is not one of ${known.join(', ')}`);
}
