import type { ContentScope } from '../item/index.ts';
import type { Database } from '@orrery/store';
import { Invalid, NotFound } from '@orrery/kernel';
import type { Change } from '@orrery/people';
import { requireRow } from './notification-service.ts';
import { type NewestFirst, NotificationStore } from './notification-store.ts';
import type { NotificationScheduler } from './notification-scheduler.ts';
import type { NotificationRun } from './run.ts';
import { RunStore } from './run-store.ts';

export interface RunServiceDependencies {
  readonly database: Database;
  readonly scheduler: NotificationScheduler;
}

export interface RunHistory {
  readonly runs: readonly NotificationRun[];
  readonly nextRunAt: number | undefined;
}

/** Past and coming runs of notifications, for admins. */
export class RunService {
  readonly #notifications: NotificationStore;
  readonly #runs: RunStore;
  readonly #dependencies: RunServiceDependencies;

  constructor(dependencies: RunServiceDependencies) {
    this.#notifications = new NotificationStore(dependencies.database);
    this.#runs = new RunStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /**
   * Adds a run that starts as soon as a node is free. While such a run waits, that one is returned instead.
   *
   * @returns the number of the run @throws NotFound, Invalid when it is disabled
   */
  async runNow(change: Change, place: ContentScope, notificationId: number): Promise<number> {
    const { transaction, now } = change;
    const row = requireRow(await this.#notifications.lock(transaction, place, notificationId), notificationId);
    if (row.is_enabled === 0) throw new Invalid('notification.off', 'The notification is switched off');
    const waiting = await this.#runs.waiting(transaction, notificationId, 'manual');
    if (waiting !== undefined) return waiting;
    const added = await this.#dependencies.scheduler.addRunIn(transaction, row, now);
    const attributes = { notificationId, runId: added };
    await change.record({ event: 'Ran notification', deploymentId: place.deploymentId, attributes });
    return added;
  }

  /** @throws NotFound when the notification has been deleted in the meantime */
  async get(notificationId: number, runId: number): Promise<NotificationRun> {
    const run = await this.#runs.get(notificationId, runId);
    if (run) return run;
    throw new NotFound('notification.unknown', `There is no notification ${notificationId}`);
  }

  /** Lists the newest first. @throws NotFound */
  async history(place: ContentScope, notificationId: number, range: NewestFirst): Promise<RunHistory> {
    const row = requireRow(
      await this.#notifications.get(this.#dependencies.database, place, notificationId),
      notificationId,
    );
    return { runs: await this.#runs.list(notificationId, range), nextRunAt: row.next_run_at ?? undefined };
  }
}
