import type { Transaction } from 'kysely';
import { type Database, inTransaction, type JobSource, JobStore, kindOf, type Tables } from '@orrery/store';
import { planOf } from './notification-service.ts';
import { type NotificationRow, readNotification } from './read-notification.ts';
import { RunStore } from './run-store.ts';
import type { RunTrigger } from './run.ts';

/** Kind of the jobs that execute runs. */
export const runJobKind = 'notification-run';

/** Payload of such a job. */
interface RunJobPayload extends Readonly<Record<string, unknown>> {
  readonly runId: number;
  readonly notificationId: number;
}

/** Notifications per transaction, so that others wait only briefly. */
const atATime = 200;

/** A plan further ahead than this was made by a clock that has been set back since. */
const clockToleranceMs = 60_000;

/**
 * Creates runs of due notifications. Runs missed while no node was up are made up for by one run: the next time is
 * computed from now. With several nodes, each run is created once.
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
      // Another node has taken them.
      if (taken === 0) return;
    }
  }

  /** Adds an unscheduled run within the caller's transaction. @returns its number */
  async addRunIn(transaction: Transaction<Tables>, row: NotificationRow, now: number): Promise<number> {
    const [id] = await this.#addRuns(transaction, [row], { trigger: 'manual', dueAt: () => now, now });
    if (id === undefined) throw new Error(`notification ${row.id} has got no run`);
    return id;
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
    const dueAt = (row: NotificationRow) => row.next_run_at ?? now;
    const due = rows.filter((row) => dueAt(row) <= now);
    await this.#addRuns(transaction, due, { trigger: 'schedule', dueAt, now });
    const plans = rows.map((row) => ({ row, ...planFor(row, now) }));
    // Many share the same next time.
    for (const [next, those] of Map.groupBy(plans, (plan) => plan.next)) {
      const ids = those.map(({ row }) => row.id);
      const plan = { next_run_at: next, planned_at: now };
      await transaction.updateTable('notification').set(plan).where('id', 'in', ids).execute();
    }
    for (const { row, fault } of plans) {
      if (fault !== undefined) await this.#addFailedRun(transaction, row, fault, now);
    }
    return rows.length;
  }

  /**
   * Records a failed run for a notification that cannot be planned, so that it does not block the others; admins see it
   * in the history.
   */
  async #addFailedRun(
    transaction: Transaction<Tables>,
    row: NotificationRow,
    fault: string,
    now: number,
  ): Promise<void> {
    const run = { notificationId: row.id, trigger: 'schedule', dueAt: now } as const;
    const runId = (await this.#runs.insert(transaction, [run])).get(row.id);
    if (runId !== undefined) await this.#runs.finish(transaction, runId, { state: 'failed', error: fault }, now);
  }

  async #addRuns(
    transaction: Transaction<Tables>,
    rows: readonly NotificationRow[],
    { trigger, dueAt, now }: { trigger: RunTrigger; dueAt: (row: NotificationRow) => number; now: number },
  ): Promise<readonly number[]> {
    const runs = rows.map((row) => ({ notificationId: row.id, trigger, dueAt: dueAt(row) }));
    const ids = await this.#runs.insert(transaction, runs);
    const jobs = rows.flatMap(({ id, account_id, deployment_id }) => {
      const runId = ids.get(id);
      if (runId === undefined) return [];
      const payload: RunJobPayload = { runId, notificationId: id };
      const job = { accountId: account_id, deploymentId: deployment_id, kind: runJobKind, key: String(runId), payload };
      return [{ ...job, dueAt: now }];
    });
    await this.#jobs.add(transaction, jobs, now);
    return [...ids.values()];
  }
}

function planFor(row: NotificationRow, now: number): { readonly next: number | null; readonly fault?: string } {
  try {
    return { next: planOf(readNotification(row), now).next_run_at };
  } catch (error) {
    // Written by another version, or with a time zone that this machine does not know.
    return { next: null, fault: `The notification cannot be planned, and will not run again: ${String(error)}` };
  }
}
