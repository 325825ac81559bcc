import { RequestError, Unauthorized } from '@orrery/kernel';
import type { HeldJob } from '@orrery/store';
import { cronWords, type LoadedRun, type Recipient, type RunStore } from '../notification/index.ts';
import type { QueryRunner } from '../query/index.ts';
import type { Dashboard } from '../workbook/index.ts';
import { dashboardMail } from './dashboard-mail.ts';
import { describeFilters } from './describe-filters.ts';
import { MailDelayed, MailRefused, type Mailer } from './mail/mail.ts';
import type { DeliveryOutcome } from './outcome.ts';
import { type PeopleDependencies, recipientCaller } from './recipient-caller.ts';
import { renderDashboard } from './render-dashboard.ts';
import type { RenderedDashboard } from './rendered-dashboard.ts';

export interface DeliverToDependencies extends PeopleDependencies {
  readonly runs: Pick<RunStore, 'recordPhase'>;
  readonly queries: Pick<QueryRunner, 'run'>;
  readonly mailer: Mailer;
  /** Where people reach this installation, without a slash at the end. */
  readonly origin: () => string;
}

interface OneDelivery {
  readonly job: HeldJob;
  readonly run: LoadedRun;
  readonly dashboard: Dashboard;
  readonly recipient: Recipient;
  /** Whether there is another try, for what may work later. */
  readonly canWait: boolean;
}

/** Sends one recipient the dashboard with what they may see. @throws when the job is stopped */
export async function deliverTo(
  dependencies: DeliverToDependencies,
  { job, run, dashboard, recipient, canWait }: OneDelivery,
): Promise<DeliveryOutcome> {
  const { notification, runId } = run;
  const later = canWait ? 'delayed' : 'failed';
  const caller = await recipientCaller(dependencies, notification, recipient);
  if ('reason' in caller) return { kind: 'left-out', reason: caller.reason, notes: [] };
  // In another store the same numbers come again, and mailboxes drop what has an id that they know.
  const key = `run-${runId}.${run.startedAt ?? 0}.recipient-${recipient.id}`;
  const [filters, timeGrains] = [notification.filters ?? [], notification.timeGrains ?? []];
  let rendered: RenderedDashboard;
  try {
    const asked = { claims: caller.claims, requestId: key, filters, timeGrains, signal: job.signal };
    rendered = await renderDashboard(dependencies.queries, { ...asked, dashboard });
  } catch (error) {
    if (job.signal.aborted) throw error;
    if (error instanceof Unauthorized) return { kind: 'left-out', reason: 'is not active', notes: [] };
    // It may be about this one alone, as where models depend on who asks: the others get theirs.
    const reason = error instanceof RequestError ? error.message : 'the dashboard could not be made';
    return { kind: later, reason, cause: error, notes: [] };
  }
  const failed = rendered.parts.find((part) => part.kind === 'failed');
  if (failed && canWait) return { kind: 'delayed', reason: failed.reason, notes: [] };
  const mail = dashboardMail({
    dashboard: rendered,
    link: `${dependencies.origin()}/embed/dashboard/${dashboard.publicId}`,
    filters: describeFilters(filters, timeGrains),
    schedule: `${cronWords(notification.cron)} (${notification.timezone})`,
    to: caller.address,
    key,
  });
  const notes = notesOn(rendered, `${recipientName(recipient)}: `);
  await job.hold((transaction) => dependencies.runs.recordPhase(transaction, runId, 'sending'));
  try {
    await dependencies.mailer.send(mail);
  } catch (error) {
    if (error instanceof MailRefused) return { kind: 'failed', reason: error.message, notes };
    if (error instanceof MailDelayed) return { kind: later, reason: error.message, notes };
    if (job.signal.aborted) throw error;
    return { kind: 'unsent', reason: 'no mail can be sent now', cause: error, notes };
  }
  return { kind: 'sent', messageId: key, isComplete: failed === undefined, notes };
}

/** Names a recipient by number. The name is for the history, where admins can look the person up. */
export function recipientName(recipient: Recipient): string {
  return recipient.type === 'USER' ? `user ${recipient.userId}` : `embed user ${recipient.embedUserId}`;
}

/** @param whom a part is left out for, before the title of the part */
export function notesOn({ parts }: RenderedDashboard, whom: string): readonly string[] {
  return parts.flatMap((part) =>
    part.kind === 'table' ? [] : [`${whom}"${part.title}" was left out: ${part.reason}`],
  );
}
