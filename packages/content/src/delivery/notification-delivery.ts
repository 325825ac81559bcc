import type { Transaction } from 'kysely';
import type { Dashboard, DashboardService } from '../workbook/index.ts';
import type { QueryRunner } from '../query/index.ts';
import { GiveUp, type HeldJob, type Job, type JobHandler, type Tables } from '@orrery/store';
import { claimsOf, RequestError, Unauthorized } from '@orrery/kernel';
import type { AuditLog } from '@orrery/people';
import {
  cronWords,
  type Delivery,
  type LoadedRun,
  type Notification,
  type Recipient,
  type RunEnd,
  runJobKind,
  type RunStore,
} from '../notification/index.ts';
import { dashboardMail } from './dashboard-mail.ts';
import { describeFilters } from './describe-filters.ts';
import { MailDelayed, MailRefused, type Mailer } from './mail/mail.ts';
import { isActive, type PeopleDependencies, recipientCaller } from './recipient-caller.ts';
import { renderDashboard } from './render-dashboard.ts';
import type { RenderedDashboard } from './rendered-dashboard.ts';

export interface NotificationDeliveryDependencies extends PeopleDependencies {
  readonly runs: RunStore;
  readonly dashboards: Pick<DashboardService, 'published'>;
  readonly queries: Pick<QueryRunner, 'run'>;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  readonly clock: { now(): number };
  /** Where people reach this installation, without a slash at the end. */
  readonly origin: () => string;
}

/** A run that goes on: with what it needs, read when it began. */
interface Started {
  readonly run: LoadedRun;
  readonly recipients: readonly Recipient[];
  readonly done: ReadonlyMap<number, Delivery>;
}

interface Outcome extends Delivery {
  /** Fit for a try at another time. */
  readonly mayPass?: boolean;
  /** For the log, of what nobody expected. */
  readonly cause?: unknown;
  /** The mail was not handed over, and the server did not say that it is about this mail. */
  readonly isUnsent?: boolean;
  /** Some of the data could not be read. */
  readonly isIncomplete?: boolean;
  readonly notes: readonly string[];
}

/** With the waits between them an hour, for data and mail that are not to be had. */
const mostAttempts = 8;

/** A server that takes no mail of so many recipients one after the other is asked again later, not by everybody else. */
const mostUnsent = 3;

/**
 * Sends a published dashboard to everybody a notification names, each with what they may see. Who has got theirs is
 * written down at once, so that a run that is taken over or tried again sends nothing twice but what was on its way when a
 * node died; that carries the same message id.
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
    const dashboard = await this.#dependencies.dashboards.published(notification, { id: notification.dashboardId });
    if (!dashboard) return this.#end(job, started, { state: 'skipped', error: 'the dashboard is not published' });
    if (!notification.isSent) return this.#refresh(job, started, dashboard);
    return this.#deliver(job, started, dashboard);
  }

  async gaveUp(transaction: Transaction<Tables>, job: Job, reason: string): Promise<void> {
    const { runId } = payloadOf(job);
    await this.#finish(transaction, job, runId, { state: 'failed', error: reason });
  }

  /** @returns `undefined` when there is nothing to do: the run is over, or the notification is deleted */
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

  /** As things stand at this moment, not when the run became due. */
  async #reasonToSkip(notification: Notification): Promise<string | undefined> {
    if (!notification.isEnabled) return 'the notification was switched off';
    const { ownerId } = notification;
    if (ownerId === undefined) return 'nobody answers for the notification any more';
    if (!(await isActive(this.#dependencies, notification, ownerId))) return 'its owner is not active';
    return undefined;
  }

  /** Nobody gets anything: the data is read as its owner sees it. */
  async #refresh(job: HeldJob, started: Started, dashboard: Dashboard): ReturnType<JobHandler['run']> {
    await this.#phase(job, started, 'refreshing-dashboard');
    const { notification, runId } = started.run;
    const rendered = await this.#render(job, notification, dashboard, {
      claims: claimsOf({ userId: notification.ownerId ?? 0 }), // checked before: there is one
      requestId: `run-${runId}-refresh`,
    });
    const failed = rendered.parts.find(({ kind }) => kind === 'failed');
    if (failed?.kind === 'failed' && job.attempt < mostAttempts) throw new Error(failed.reason);
    const notes = notesOn(rendered, '');
    return this.#end(job, started, { state: failed ? 'failed' : 'succeeded', notes });
  }

  async #deliver(job: HeldJob, started: Started, dashboard: Dashboard): ReturnType<JobHandler['run']> {
    const { run, recipients, done } = started;
    const notes: string[] = [];
    let hasFailed = false;
    let passing: Error | undefined;
    let unsent = 0;
    await this.#phase(job, started, 'rendering');
    for (const recipient of recipients) {
      const before = done.get(recipient.id);
      const outcome: Outcome = before
        ? { ...before, notes: [] }
        : await this.#deliverTo(job, run, recipient, dashboard);
      if (outcome.isUnsent === true) {
        passing = new Error(outcome.error, { cause: outcome.cause });
        unsent += 1;
        if (unsent === mostUnsent) throw passing;
        continue;
      }
      if (outcome.state === 'sent' && !before) unsent = 0;
      if (outcome.mayPass === true && job.attempt < mostAttempts) {
        passing = new Error(outcome.error, { cause: outcome.cause });
        continue;
      }
      if (!before) await this.#record(job, run, recipient, outcome);
      if (outcome.state === 'failed' || outcome.isIncomplete === true) hasFailed = true;
      if (outcome.state !== 'sent') notes.push(`${nameOf(recipient)}: ${outcome.error ?? outcome.state}`);
      notes.push(...outcome.notes);
    }
    if (passing) throw passing;
    const error = hasFailed ? 'not everybody got everything' : undefined;
    return this.#end(job, started, { state: hasFailed ? 'failed' : 'succeeded', error, notes: [...new Set(notes)] });
  }

  async #deliverTo(job: HeldJob, run: LoadedRun, recipient: Recipient, dashboard: Dashboard): Promise<Outcome> {
    const { mailer, origin } = this.#dependencies;
    const { notification, runId } = run;
    const caller = await recipientCaller(this.#dependencies, notification, recipient);
    if ('reason' in caller) return { state: 'left-out', error: caller.reason, notes: [] };
    // In another store the same numbers come again, and mailboxes drop what has an id that they know.
    const key = `run-${runId}.${run.startedAt ?? 0}.recipient-${recipient.id}`;
    let rendered: RenderedDashboard;
    try {
      rendered = await this.#render(job, notification, dashboard, { claims: caller.claims, requestId: key });
    } catch (error) {
      if (job.signal.aborted) throw error;
      if (error instanceof Unauthorized) return { state: 'left-out', error: 'is not active', notes: [] };
      // It may be about this one alone, as where models depend on who asks: the others get theirs.
      const reason = error instanceof RequestError ? error.message : 'the dashboard could not be made';
      return { state: 'failed', error: reason, mayPass: true, cause: error, notes: [] };
    }
    const failed = rendered.parts.find(({ kind }) => kind === 'failed');
    const isUnread = failed?.kind === 'failed';
    if (isUnread && job.attempt < mostAttempts)
      return { state: 'failed', error: failed.reason, mayPass: true, notes: [] };
    const mail = dashboardMail({
      dashboard: rendered,
      link: `${origin()}/embed/dashboard/${dashboard.publicId}`,
      filters: describeFilters(notification.filters ?? [], notification.timeGrains ?? []),
      schedule: `${cronWords(notification.cron)} (${notification.timezone})`,
      to: caller.address,
      key,
    });
    const notes = notesOn(rendered, `${nameOf(recipient)}: `);
    await this.#phase(job, { run }, 'sending');
    try {
      await mailer.send(mail);
    } catch (error) {
      if (error instanceof MailRefused) return { state: 'failed', error: error.message, notes };
      if (error instanceof MailDelayed) return { state: 'failed', error: error.message, mayPass: true, notes };
      if (job.signal.aborted) throw error;
      return { state: 'failed', error: 'no mail can be sent now', isUnsent: true, cause: error, notes };
    }
    return { state: 'sent', messageId: key, isIncomplete: isUnread, notes };
  }

  #render(
    job: HeldJob,
    { filters, timeGrains }: Notification,
    dashboard: Dashboard,
    asked: Pick<Parameters<typeof renderDashboard>[1], 'claims' | 'requestId'>,
  ): Promise<RenderedDashboard> {
    const narrowed = { filters: filters ?? [], timeGrains: timeGrains ?? [], signal: job.signal };
    return renderDashboard(this.#dependencies.queries, { ...asked, ...narrowed, dashboard });
  }

  #phase(job: HeldJob, { run }: Pick<Started, 'run'>, phase: Parameters<RunStore['recordPhase']>[2]): Promise<void> {
    return job.hold((transaction) => this.#dependencies.runs.recordPhase(transaction, run.runId, phase));
  }

  #record(job: HeldJob, { runId }: LoadedRun, recipient: Recipient, outcome: Outcome): Promise<void> {
    const { runs, clock } = this.#dependencies;
    const { state, error, messageId } = outcome;
    return job.hold((transaction) =>
      runs.recordDelivery(transaction, runId, recipient, { state, error, messageId }, clock.now()),
    );
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

/** By number: what the history shows is for admins, who can look the person up. */
function nameOf(recipient: Recipient): string {
  return recipient.type === 'USER' ? `user ${recipient.userId}` : `embed user ${recipient.embedUserId}`;
}

function notesOn({ parts }: RenderedDashboard, whom: string): readonly string[] {
  return parts.flatMap((part) =>
    part.kind === 'table' ? [] : [`${whom}"${part.title}" was left out: ${part.reason}`],
  );
}
