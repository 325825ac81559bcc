import { users } from '@orrery/people';
import type { DashboardFilter, DashboardTimeGrain } from '@orrery/contract';
import { parseZone } from '@orrery/semantic';
import { isDeepStrictEqual } from 'node:util';
import { type PublishedDashboardName, findPublishedDashboard } from '../workbook/index.ts';
import type { Database, Writer } from '@orrery/store';
import { type InputProblem, NotFound, requireSound } from '@orrery/kernel';
import type { AuditEvent, Change } from '@orrery/people';
import { nextRun } from './next-run.ts';
import type { ContentScope } from '../item/index.ts';
import type { Notification, NotificationFormat } from './notification.ts';
import { type NewestFirst, type NotificationFilter, NotificationStore } from './notification-store.ts';
import { columnsOf, type NotificationRow, type NotificationSettings, readNotification } from './read-notification.ts';
import { cronOf, type Schedule, scheduleFaults, type ScheduleType } from './schedule.ts';

/** Missing fields keep their value; `null` clears an optional field. */
export interface NotificationChange {
  readonly scheduleType?: ScheduleType | null | undefined;
  readonly minute?: number | null | undefined;
  readonly hour?: number | null | undefined;
  readonly dayOfWeek?: number | null | undefined;
  readonly dayOfMonth?: number | null | undefined;
  /** Cron text of `CUSTOM`; ignored for other types. */
  readonly customCron?: string | null | undefined;
  readonly timezone?: string | null | undefined;
  readonly notificationFormat?: NotificationFormat | null | undefined;
  readonly filters?: readonly DashboardFilter[] | null | undefined;
  readonly timeGrains?: readonly DashboardTimeGrain[] | null | undefined;
  readonly isEnabled?: boolean | null | undefined;
  readonly notificationEnabled?: boolean | null | undefined;
}

export interface NewNotification extends Omit<NotificationChange, 'isEnabled'> {
  readonly scheduleType: ScheduleType;
  readonly dashboard: PublishedDashboardName;
}

export interface NotificationServiceDependencies {
  readonly database: Database;
}

const fresh: Omit<NotificationSettings, 'schedule'> = {
  timezone: 'UTC',
  format: 'png',
  filters: undefined,
  timeGrains: undefined,
  isEnabled: true,
  isSent: true,
};

/** Notifications of the deployments of an account, for its admins. */
export class NotificationService {
  readonly #store: NotificationStore;
  readonly #dependencies: NotificationServiceDependencies;

  constructor(dependencies: NotificationServiceDependencies) {
    this.#store = new NotificationStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Lists the newest first. */
  async list(place: ContentScope, filter: NotificationFilter, range: NewestFirst): Promise<readonly Notification[]> {
    return (await this.#store.list(place, filter, range)).map(readNotification);
  }

  /** @throws NotFound */
  async get(place: ContentScope, id: number): Promise<Notification> {
    return readNotification(requireRow(await this.#store.get(this.#dependencies.database, place, id), id));
  }

  /** @param ownerId a user of the account @throws Invalid, NotFound when the deployment has no such published dashboard */
  async create(change: Change, place: ContentScope, ownerId: number, input: NewNotification): Promise<Notification> {
    const { transaction, now } = change;
    const { scheduleType, dashboard, ...wanted } = input;
    const parts = { dayOfWeek: undefined, dayOfMonth: undefined, customCron: undefined };
    const before = { ...fresh, schedule: { type: scheduleType, minute: 0, hour: 0, ...parts } };
    const settings = withChange(before, wanted);
    const dashboardId = await findPublishedDashboard(transaction, place, dashboard);
    if (dashboardId === undefined) throw noDashboard(dashboard);
    const row = await this.#store.insert(transaction, {
      account_id: place.accountId,
      deployment_id: place.deploymentId,
      dashboard_id: dashboardId,
      owner_id: ownerId,
      ...columnsOf(settings),
      ...planOf(settings, now),
      created_at: now,
      updated_at: now,
    });
    await record(change, 'Created notification', row, { schedule: row.cron, timezone: row.timezone });
    return readNotification(row);
  }

  /**
   * Changes a notification; without an actual change, plan and audit log stay as they are. When the owner is deleted or
   * deactivated, another user becomes the owner.
   *
   * @param newOwnerId the user who makes the change @throws NotFound, Invalid
   */
  async update(
    change: Change,
    place: ContentScope,
    newOwnerId: number,
    id: number,
    wanted: NotificationChange,
  ): Promise<Notification> {
    const { transaction } = change;
    const row = requireRow(await this.#store.lock(transaction, place, id), id);
    const before = readNotification(row);
    const after = withChange(before, wanted);
    const ownerId = (await isActive(transaction, before)) ? row.owner_id : newOwnerId;
    const changed = fieldsChanged(before, after);
    if (changed.length === 0 && (ownerId === row.owner_id || Object.keys(wanted).length === 0)) return before;
    const { now } = change;
    const isPlannedAnew = changed.some((field) => ['schedule', 'timezone', 'isEnabled'].includes(field));
    const updated = await this.#store.update(transaction, id, {
      owner_id: ownerId,
      ...columnsOf(after),
      ...(isPlannedAnew ? planOf(after, now) : {}),
      updated_at: now,
    });
    await record(change, 'Updated notification', updated, {
      changed,
      ...(ownerId === row.owner_id ? {} : { owner: newOwnerId }),
    });
    return readNotification(updated);
  }

  /** Deletes a notification with its recipients and history. @throws NotFound */
  async delete(change: Change, place: ContentScope, id: number): Promise<void> {
    const { transaction } = change;
    const row = requireRow(await this.#store.lock(transaction, place, id), id);
    await this.#store.delete(transaction, id);
    await record(change, 'Deleted notification', row, {});
  }
}

function record(
  change: Change,
  event: AuditEvent & `${string} notification`,
  { id, deployment_id, dashboard_id }: NotificationRow,
  details: object,
): Promise<void> {
  const attributes = { notificationId: id, dashboardId: dashboard_id, ...details };
  return change.record({ event, deploymentId: deployment_id, attributes });
}

/** @throws NotFound */
export function requireRow(row: NotificationRow | undefined, id: number): NotificationRow {
  if (row) return row;
  throw new NotFound('notification.unknown', `There is no notification ${id}`);
}

/** @throws Invalid */
function withChange(before: NotificationSettings, change: NotificationChange): NotificationSettings {
  const schedule = changedSchedule(before.schedule, change);
  const timezone = change.timezone === undefined ? before.timezone : (change.timezone ?? fresh.timezone);
  const zone = parseZone(timezone);
  const zoneFault: InputProblem = { path: 'timezone', message: `'${timezone.slice(0, 50)}' is no IANA time zone` };
  requireSound('notification.invalid', [...scheduleFaults(schedule), ...(zone ? [] : [zoneFault])]);
  return {
    schedule,
    timezone: zone ?? timezone,
    format: change.notificationFormat === undefined ? before.format : (change.notificationFormat ?? fresh.format),
    filters: change.filters === undefined ? before.filters : (change.filters ?? undefined),
    timeGrains: change.timeGrains === undefined ? before.timeGrains : (change.timeGrains ?? undefined),
    // Removing the field does not enable the notification.
    isEnabled: change.isEnabled ?? before.isEnabled,
    isSent: change.notificationEnabled ?? before.isSent,
  };
}

function changedSchedule(before: Schedule, change: NotificationChange): Schedule {
  const type = change.scheduleType ?? before.type;
  const customCron = change.customCron === undefined ? before.customCron : (change.customCron?.trim() ?? undefined);
  return {
    type,
    minute: change.minute === undefined ? before.minute : (change.minute ?? 0),
    hour: change.hour === undefined ? before.hour : (change.hour ?? 0),
    dayOfWeek: change.dayOfWeek === undefined ? before.dayOfWeek : (change.dayOfWeek ?? undefined),
    dayOfMonth: change.dayOfMonth === undefined ? before.dayOfMonth : (change.dayOfMonth ?? undefined),
    customCron: type === 'CUSTOM' ? customCron : before.customCron,
  };
}

function fieldsChanged(before: NotificationSettings, after: NotificationSettings): readonly string[] {
  const fields = ['schedule', 'timezone', 'format', 'filters', 'timeGrains', 'isEnabled', 'isSent'] as const;
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

/** Returns the next run, which always lies ahead: missed runs are not repeated. */
export function planOf(
  { isEnabled, schedule, timezone }: Pick<NotificationSettings, 'isEnabled' | 'schedule' | 'timezone'>,
  now: number,
): { readonly next_run_at: number | null; readonly planned_at: number } {
  const next = isEnabled ? nextRun(cronOf(schedule), timezone, now) : undefined;
  return { next_run_at: next ?? null, planned_at: now };
}

async function isActive(writer: Writer, { accountId, ownerId }: Notification): Promise<boolean> {
  if (ownerId === undefined) return false;
  const owner = await users(writer).where('account_id', '=', accountId).where('id', '=', ownerId).executeTakeFirst();
  return owner?.status === 'active';
}

function noDashboard(name: PublishedDashboardName): NotFound {
  const shown = 'id' in name ? String(name.id) : `'${name.publicId.slice(0, 50)}'`;
  return new NotFound('dashboard.unknown', `There is no published dashboard ${shown}`);
}
