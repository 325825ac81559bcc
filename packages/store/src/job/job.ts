import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** Describes the work, as JSON. A job may outlive the version that created it, so handlers validate what they read. */
type JobPayload = Readonly<Record<string, unknown>>;

export interface NewJob {
  readonly accountId: number;
  /** The deployment; deleting it deletes the job. */
  readonly deploymentId?: number | undefined;
  readonly kind: string;
  /** At most one job of a kind with the same key waits or runs. */
  readonly key?: string | undefined;
  readonly payload: JobPayload;
  /** Earliest start, in epoch milliseconds. */
  readonly dueAt: number;
}

/**
 * Work for some node. A job is
 * - waiting, from the transaction that created it until it is due and a worker takes it;
 * - held by one worker, until it ends or the worker is found dead; then it waits again;
 * - deleted once done; or kept for a while as failed after its last attempt.
 */
export interface Job extends NewJob {
  readonly id: number;
  readonly createdAt: number;
  /** Number of the attempt, from 1; one that a dying worker left counts. */
  readonly attempt: number;
}

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>;

export interface HeldJob extends Job {
  /** Aborted when another worker has the job, it was cancelled, or the process ends. */
  readonly signal: AbortSignal;
  /**
   * Runs all of `work` in a transaction in which the job cannot be taken away.
   *
   * @throws LeaseLost when this worker no longer holds the job: it must do nothing further for it
   */
  hold<T>(work: Work<T>): Promise<T>;
}

/**
 * Does the jobs of one kind. A job must be safe to begin again, because a worker may die in the middle. The handler
 * writes only under `hold`, or in the transaction that ends the job.
 */
export interface JobHandler {
  readonly kind: string;
  /** Number of failures after which the job is abandoned. */
  readonly mostAttempts: number;
  /**
   * @returns the writes for the transaction that ends the job, if any @throws GiveUp when another attempt cannot help;
   * after other errors the job is tried again, each time after a longer wait
   */
  run(job: HeldJob): Promise<Work<void> | void>;
  /** Reports the failure, in the transaction that abandons the job. @param reason for administrators */
  gaveUp(transaction: Transaction<Tables>, job: Job, reason: string): Promise<void>;
}

/** Thrown when another attempt cannot help. */
export class GiveUp extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'GiveUp';
  }
}

/** Thrown when another worker has the job by now, or no worker has. */
export class LeaseLost extends Error {
  constructor() {
    super('the job is not held any more');
    this.name = 'LeaseLost';
  }
}
