import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** What a job is about, as JSON; a job survives the version that made it, so readers check what they read. */
type JobPayload = Readonly<Record<string, unknown>>;

export interface NewJob {
  readonly accountId: number;
  /** With the deployment goes the job. */
  readonly deploymentId?: number | undefined;
  readonly kind: string;
  /** Of one kind there is at most one job with a key that waits or runs. */
  readonly key?: string | undefined;
  readonly payload: JobPayload;
  /** Not before, epoch milliseconds. */
  readonly dueAt: number;
}

/**
 * Something to be done by some node. A job is
 * - waiting, from the transaction that made it, until it is due and a worker takes it;
 * - held by one worker, until it ends or the worker is seen dead; then it waits again;
 * - gone once done; or kept for a while, given up, after its last attempt failed.
 */
export interface Job extends NewJob {
  readonly id: number;
  readonly createdAt: number;
  /** Which attempt this is, from 1; one that a dying worker left counts. */
  readonly attempt: number;
}

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>;

export interface HeldJob extends Job {
  /** Aborted once the job is somebody else's, was cancelled, or the process ends. */
  readonly signal: AbortSignal;
  /**
   * All of `work` while nobody else can take the job, or nothing of it.
   *
   * @throws LeaseLost when it is not ours any more: nothing further may be done for it
   */
  hold<T>(work: Work<T>): Promise<T>;
}

/**
 * Does the jobs of one kind. What it does must bear to be begun again: a worker may die in the middle. Whatever it
 * writes it writes under `hold`, or in the transaction that ends the job.
 */
export interface JobHandler {
  readonly kind: string;
  /** After so many failures it is given up. */
  readonly mostAttempts: number;
  /**
   * @returns what is to be written as the job ends, if anything
   * @throws GiveUp when trying again cannot help; after anything else it is tried again, later each time
   */
  run(job: HeldJob): Promise<Work<void> | void>;
  /** Says so, in the transaction that gives the job up. @param reason for administrators */
  gaveUp(transaction: Transaction<Tables>, job: Job, reason: string): Promise<void>;
}

/** Trying again cannot help. */
export class GiveUp extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'GiveUp';
  }
}

/** The job is somebody else's by now, or nobody's. */
export class LeaseLost extends Error {
  constructor() {
    super('the job is not held any more');
    this.name = 'LeaseLost';
  }
}
