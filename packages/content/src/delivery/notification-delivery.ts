import type { Transaction } from 'kysely';
import { workspaceOfAccount } from '../item/index.ts';
import type { Dashboard, DashboardService } from '../workbook/index.ts';
import { GiveUp, type HeldJob, type Job, type JobHandler, type Tables } from '@orrery/store';
import { claimsOf } from '@orrery/kernel';
import type { AuditLog } from '@orrery/people';
import {
  type Delivery,
  type LoadedRun,
  type Notification,
  type Recipient,
  type RunEnd,
  runJobKind,
  type RunStore,
} from '../notification/index.ts';
import { deliverTo, type DeliverToDependencies, recipientName, notesOn } from './deliver-to.ts';
import { deliveryOf } from './outcome.ts';
import { isActive } from './recipient-caller.ts';
import { renderDashboard } from './render-dashboard.ts';

export interface NotificationDeliveryDependencies extends DeliverToDependencies {
  readonly runs: RunStore;
  readonly dashboards: Pick<DashboardService, 'published'>;
  readonly audit: AuditLog;
  readonly clock: { now(): number };
}

/** A run in progress, with its recipients and what else was read when it started. */
interface Started {
  readonly run: LoadedRun;
  readonly recipients: readonly Recipient[];
  readonly done: ReadonlyMap<number, Delivery>;
}

/** Attempts; their waits add up to an hour, in which data and mail may become available again. */
const mostAttempts = 8;

/** Consecutive recipients whose mail cannot be sent, after which the rest of the run is tried again later. */
const mostUnsent = 3;

/**
 * Sends a published dashboard to every recipient of a notification, each with the data they may see. Each delivery is
 * recorded at once, so a run that is repeated or taken over sends nothing twice, except a mail in transit when a node
 * died; that one carries the same message id.
 */
export class NotificationDelivery implements JobHandler {
  readonly kind = runJobKind;
  readonly mostAttempts = mostAttempts;
  readonly #dependencies: NotificationDeliveryDependencies;

  constructor(dependencies: NotificationDeliveryDependencies) {
    this.#dependencies = dependencies;
  }

  async run(job: HeldJob): ReturnType<JobHandler['run']> {
    const started = await this.#begin(job);
    if (!started) return undefined;
    const { notification } = started.run;
    const reason = await this.#reasonToSkip(notification);
    if (reason !== undefined) return this.#end(job, started, { state: 'skipped', error: reason });
    await this.#phase(job, started, 'fetching-credentials');
    const dashboard = await this.#dependencies.dashboards.published(
      { ...notification, space: workspaceOfAccount },
      { id: notification.dashboardId },
    );
    if (!dashboard) return this.#end(job, started, { state: 'skipped', error: 'the dashboard is not published' });
    if (!notification.isSent) return this.#refresh(job, started, dashboard);
    return this.#deliver(job, started, dashboard);
  }

  async gaveUp(transaction: Transaction<Tables>, job: Job, reason: string): Promise<void> {
    const { runId } = payloadOf(job);
    await this.#finish(transaction, job, runId, { state: 'failed', error: reason });
  }

  /** @returns `undefined` when there is nothing to do: the run has ended, or the notification is deleted */
  async #begin(job: HeldJob): Promise<Started | undefined> {
    const { runs, clock } = this.#dependencies;
    const { runId } = payloadOf(job);
    return job.hold(async (transaction) => {
      if (!(await runs.begin(transaction, runId, clock.now()))) return undefined;
      const run = await runs.load(transaction, runId);
      const isOurs =
        run?.notification.accountId === job.accountId && run.notification.deploymentId === job.deploymentId;
      if (!run || !isOurs) return undefined;
      const recipients = await runs.recipientsOf(transaction, run.notification.id);
      return { run, recipients, done: await runs.deliveriesOf(transaction, runId) };
    });
  }

  /** Returns why to skip the run, by the present state, not the state when it became due. */
  async #reasonToSkip(notification: Notification): Promise<string | undefined> {
    if (!notification.isEnabled) return 'the notification was switched off';
    const { ownerId } = notification;
    if (ownerId === undefined) return 'the notification has no active owner any more';
    if (!(await isActive(this.#dependencies, notification, ownerId))) return 'its owner is not active';
    return undefined;
  }

  /** Reads the data as its owner sees it, without sending anything. */
  async #refresh(job: HeldJob, started: Started, dashboard: Dashboard): ReturnType<JobHandler['run']> {
    await this.#phase(job, started, 'refreshing-dashboard');
    const { notification, runId } = started.run;
    const rendered = await renderDashboard(this.#dependencies.queries, {
      claims: claimsOf({ userId: notification.ownerId ?? 0 }), // checked before: there is one
      requestId: `run-${runId}-refresh`,
      filters: notification.filters ?? [],
      timeGrains: notification.timeGrains ?? [],
      signal: job.signal,
      dashboard,
    });
    const failed = rendered.parts.find(({ kind }) => kind === 'failed');
    if (failed?.kind === 'failed' && canWait(job)) throw new Error(failed.reason);
    const notes = notesOn(rendered, '');
    return this.#end(job, started, { state: failed ? 'failed' : 'succeeded', notes });
  }

  async #deliver(job: HeldJob, started: Started, dashboard: Dashboard): ReturnType<JobHandler['run']> {
    const { run, recipients, done } = started;
    const notes: string[] = [];
    let hasFailed = false;
    let waiting: Error | undefined;
    let unsent = 0;
    await this.#phase(job, started, 'rendering');
    for (const recipient of recipients) {
      const before = done.get(recipient.id);
      if (before) {
        hasFailed ||= before.state === 'failed';
        notes.push(...notesOf(recipient, before));
        continue;
      }
      const outcome = await deliverTo(this.#dependencies, { job, run, dashboard, recipient, canWait: canWait(job) });
      switch (outcome.kind) {
        case 'unsent':
          waiting = new Error(outcome.reason, { cause: outcome.cause });
          unsent += 1;
          if (unsent === mostUnsent) throw waiting;
          continue;
        case 'delayed':
          waiting = new Error(outcome.reason, { cause: outcome.cause });
          continue;
        case 'sent':
          unsent = 0;
          hasFailed ||= !outcome.isComplete;
          break;
        case 'failed':
          hasFailed = true;
          break;
        case 'left-out':
          break;
      }
      const delivery = deliveryOf(outcome);
      await this.#record(job, run, recipient, delivery);
      notes.push(...notesOf(recipient, delivery), ...outcome.notes);
    }
    if (waiting) throw waiting;
    const error = hasFailed ? 'some deliveries failed' : undefined;
    return this.#end(job, started, { state: hasFailed ? 'failed' : 'succeeded', error, notes: [...new Set(notes)] });
  }

  #phase(job: HeldJob, { run }: Pick<Started, 'run'>, phase: Parameters<RunStore['recordPhase']>[2]): Promise<void> {
    return job.hold((transaction) => this.#dependencies.runs.recordPhase(transaction, run.runId, phase));
  }

  #record(job: HeldJob, { runId }: LoadedRun, recipient: Recipient, delivery: Delivery): Promise<void> {
    const { runs, clock } = this.#dependencies;
    return job.hold((transaction) => runs.recordDelivery(transaction, runId, recipient, delivery, clock.now()));
  }

  #end(job: Job, { run }: Pick<Started, 'run'>, end: RunEnd) {
    return (transaction: Transaction<Tables>) => this.#finish(transaction, job, run.runId, end);
  }

  async #finish(transaction: Transaction<Tables>, job: Job, runId: number, end: RunEnd): Promise<void> {
    const { runs, audit, clock } = this.#dependencies;
    const isNew = await runs.finish(transaction, runId, end, clock.now());
    if (!isNew || end.state !== 'failed') return;
    const { notificationId } = payloadOf(job);
    await audit.record(
      transaction,
      job.accountId,
      { via: 'app' },
      {
        event: 'Failed to deliver notification',
        deploymentId: job.deploymentId,
        attributes: { notificationId, runId, reason: end.error },
      },
    );
  }
}

function payloadOf({ payload }: Job): { readonly runId: number; readonly notificationId: number } {
  const { runId, notificationId } = payload;
  if (typeof runId === 'number' && typeof notificationId === 'number') return { runId, notificationId };
  throw new GiveUp('the job does not say which run it is for');
}

function notesOf(recipient: Recipient, { state, error }: Delivery): readonly string[] {
  return state === 'sent' ? [] : [`${recipientName(recipient)}: ${error ?? state}`];
}

/** Whether the run is tried again. */
function canWait({ attempt }: Job): boolean {
  return attempt < mostAttempts;
}
