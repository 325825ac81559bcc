import type { Notification } from './notification.ts';

export const runStates = ['waiting', 'running', 'succeeded', 'failed', 'skipped'] as const;

/**
 * Of a run. `waiting` from the transaction that made it, with its job; `running` while a worker does that job, also when
 * another one takes over; then one of the others for good. `skipped`: there was nothing to do any more.
 */
type RunState = (typeof runStates)[number];

export const runPhases = [
  'initializing',
  'fetching-credentials',
  'refreshing-dashboard',
  'rendering',
  'sending',
] as const;

/** What a run is at while it runs. */
export type RunPhase = (typeof runPhases)[number];

export const runTriggers = ['schedule', 'manual'] as const;

export type RunTrigger = (typeof runTriggers)[number];

export interface Run {
  readonly id: number;
  readonly notificationId: number;
  readonly trigger: RunTrigger;
  readonly state: RunState;
  /** While it runs. */
  readonly phase: RunPhase | undefined;
  readonly attempts: number;
  /** Why it failed or was skipped, for admins. */
  readonly error: string | undefined;
  /** What was left out, and who got nothing, with the reason. */
  readonly notes: readonly string[];
  /** Epoch milliseconds, as those below. */
  readonly dueAt: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly sentCount: number;
  readonly failedCount: number;
}

/** A run with the notification as it is when the run is read, not as it was when the run was made. */
export interface LoadedRun extends Pick<Run, 'trigger' | 'state' | 'dueAt' | 'startedAt'> {
  readonly runId: number;
  readonly notification: Notification;
}

export interface RunEnd {
  readonly state: Extract<RunState, 'succeeded' | 'failed' | 'skipped'>;
  readonly error?: string | undefined;
  readonly notes?: readonly string[] | undefined;
}

export const deliveryStates = ['sent', 'failed', 'left-out'] as const;

/** What one recipient got of one run. */
export interface Delivery {
  readonly state: (typeof deliveryStates)[number];
  readonly error?: string | undefined;
  /** Of the mail. */
  readonly messageId?: string | undefined;
}
