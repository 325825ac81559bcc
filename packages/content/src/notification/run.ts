import type { Notification } from './notification.ts';

export const runStates = ['waiting', 'running', 'succeeded', 'failed', 'skipped'] as const;

/**
 * State of a run. `waiting` from the transaction that creates it with its job; `running` while a worker has that job,
 * also after another one takes over; then one of the final states. `skipped`: there was nothing left to do.
 */
type RunState = (typeof runStates)[number];

export const runPhases = [
  'initializing',
  'fetching-credentials',
  'refreshing-dashboard',
  'rendering',
  'sending',
] as const;

/** The activity of a running run. */
export type RunPhase = (typeof runPhases)[number];

export const runTriggers = ['schedule', 'manual'] as const;

export type RunTrigger = (typeof runTriggers)[number];

export interface NotificationRun {
  readonly id: number;
  readonly notificationId: number;
  readonly trigger: RunTrigger;
  readonly state: RunState;
  /** Set while it runs. */
  readonly phase: RunPhase | undefined;
  readonly attempts: number;
  /** Why it failed or was skipped, for admins. */
  readonly error: string | undefined;
  /** Parts that were left out, and recipients who received nothing, with the reasons. */
  readonly notes: readonly string[];
  /** Epoch milliseconds, like the instants below. */
  readonly dueAt: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  readonly sentCount: number;
  readonly failedCount: number;
}

/** A run with the notification in its current state, not its state when the run was created. */
export interface LoadedRun extends Pick<NotificationRun, 'trigger' | 'state' | 'dueAt' | 'startedAt'> {
  readonly runId: number;
  readonly notification: Notification;
}

export interface RunEnd {
  readonly state: Extract<RunState, 'succeeded' | 'failed' | 'skipped'>;
  readonly error?: string | undefined;
  readonly notes?: readonly string[] | undefined;
}

export const deliveryStates = ['sent', 'failed', 'left-out'] as const;

/** The result of one run for one recipient. */
export interface Delivery {
  readonly state: (typeof deliveryStates)[number];
  readonly error?: string | undefined;
  /** Message id of the mail. */
  readonly messageId?: string | undefined;
}
