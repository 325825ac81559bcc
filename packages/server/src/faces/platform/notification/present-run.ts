import type { WireNotificationRun } from '@orrery/contract';
import type { NotificationRun } from '@orrery/content';
import { presentInstant } from '../present-instant.ts';

export function presentRun(run: NotificationRun): WireNotificationRun {
  return {
    id: run.id,
    notificationId: run.notificationId,
    trigger: run.trigger,
    status: run.state,
    phase: run.phase ?? null,
    attempts: run.attempts,
    error: run.error ?? null,
    notes: [...run.notes],
    sentCount: run.sentCount,
    failedCount: run.failedCount,
    dueAt: presentInstant(run.dueAt),
    startedAt: run.startedAt === undefined ? null : presentInstant(run.startedAt),
    finishedAt: run.finishedAt === undefined ? null : presentInstant(run.finishedAt),
  };
}
