import type { Transaction } from 'kysely';
import type { Database, Tables } from '../db/database.ts';
import { kindOf } from '../db/kind-of.ts';
import { inTransaction } from '../db/transaction.ts';
import { JobStore } from '../jobs/job-store.ts';
import type { JobSource } from '../jobs/work-jobs.ts';
import { planOf } from './notification-service.ts';
import { type NotificationRow, readNotification } from './read-notification.ts';
import { RunStore } from './run-store.ts';
import type { RunTrigger } from './run.ts';

/** Of the jobs that do runs. */
export const runJobKind = 'notification-run';

/** What such a job says. */
export interface RunJobPayload extends Readonly<Record<string, unknown>> {
  readonly runId: number;
  readonly notificationId: number;
}

/** Taken in one transaction: others wait for no longer than it takes. */
const atATime = 200;

/** A plan from further ahead than this was made by a clock that has been set back since. */
const clockToleranceMs = 60_000;

/**
 * Makes runs of notifications that are due. What was missed while nothing ran runs once: the next time is worked out
 * from now, not from the time that was missed. Of several nodes one gets each.
 */
export class NotificationScheduler implements JobSource {
  readonly #database: Database;
  readonly #runs: RunStore;
  readonly #jobs: JobStore;

  constructor(database: Database) {
    this.#database = database;
    this.#runs = new RunStore(database);
    this.#jobs = new JobStore(database);
  }

  async addDue(now: number): Promise<void> {
    while (await this.#isAnyDue(now)) {
      const taken = await inTransaction(this.#database, (transaction) => this.#takeDue(transaction, now));
      // Another node has them.
      if (taken === 0) return;
    }
  }

  /** A run that nobody planned, as part of the transaction of whoever wants it. @returns its number */
  addRunIn(transaction: Transaction<Tables>, row: NotificationRow, now: number): Promise<number> {
    return this.#addRun(transaction, row, { trigger: 'manual', dueAt: now, now });
  }

  async #isAnyDue(now: number): Promise<boolean> {
    const due = this.#database.selectFrom('notification').select('id').where('next_run_at', '<=', now).limit(1);
    if (await due.executeTakeFirst()) return true;
    const planned = this.#database
      .selectFrom('notification')
      .select('id')
      .where('next_run_at', 'is not', null)
      .where('planned_at', '>', now + clockToleranceMs)
      .limit(1);
    return (await planned.executeTakeFirst()) !== undefined;
  }

  async #takeDue(transaction: Transaction<Tables>, now: number): Promise<number> {
    const rows = await transaction
      .selectFrom('notification')
      .selectAll()
      .where('next_run_at', 'is not', null)
      .where((is) => is.or([is('next_run_at', '<=', now), is('planned_at', '>', now + clockToleranceMs)]))
      .orderBy('id')
      .limit(atATime)
      .$if(kindOf(transaction) === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute();
    for (const row of rows) {
      const dueAt = row.next_run_at ?? now;
      if (dueAt <= now) await this.#addRun(transaction, row, { trigger: 'schedule', dueAt, now });
      const plan = planOf(readNotification(row), now);
      await transaction.updateTable('notification').set(plan).where('id', '=', row.id).execute();
    }
    return rows.length;
  }

  async #addRun(
    transaction: Transaction<Tables>,
    { id, account_id, deployment_id }: NotificationRow,
    { trigger, dueAt, now }: { readonly trigger: RunTrigger; readonly dueAt: number; readonly now: number },
  ): Promise<number> {
    const runId = await this.#runs.insert(transaction, { notificationId: id, trigger, dueAt });
    const payload: RunJobPayload = { runId, notificationId: id };
    const job = { accountId: account_id, deploymentId: deployment_id, kind: runJobKind, key: String(runId), payload };
    await this.#jobs.add(transaction, [{ ...job, dueAt: now }], now);
    return runId;
  }
}
