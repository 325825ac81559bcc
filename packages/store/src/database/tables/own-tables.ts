import type { Generated } from 'kysely';

/** Tables that the store itself keeps: jobs, and the keys that open sealed values. Instants are epoch milliseconds, booleans 0 or 1. */
export interface OwnTables {
  readonly job: JobTable;
  readonly job_worker: JobWorkerTable;
  readonly master_key: MasterKeyTable;
}

/** Work for some node; see `job/job.ts`. */
export interface JobTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly deployment_id: number | null;
  readonly kind: string;
  /** At most one job of a kind has a given key at a time. */
  readonly key: string | null;
  /** JSON. */
  readonly payload: string;
  readonly created_at: number;
  readonly due_at: number;
  /** Number of times a worker has begun it. */
  readonly attempts: Generated<number>;
  /** The worker that holds it. */
  readonly worker_id: string | null;
  /** Why the last attempt failed. */
  readonly error: string | null;
  /** When it was given up. */
  readonly failed_at: number | null;
}

/** A node that works on jobs, while it runs. */
interface JobWorkerTable {
  readonly id: string;
  /** Grows while the worker lives. */
  readonly beat: number;
  readonly started_at: number;
}

/** One row that names the master key which seals every secret. */
export interface MasterKeyTable {
  readonly id: number;
  readonly key_id: string;
  /** A known text, for checking a key. */
  readonly sealed: string;
  readonly sealed_at: number;
}
