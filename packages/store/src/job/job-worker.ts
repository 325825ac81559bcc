import { type Database, inTransaction } from '../database/index.ts';
import { GiveUp, type HeldJob, type Job, type JobHandler, LeaseLost } from './job.ts';
import { JobStore, type Lease } from './job-store.ts';
import { type LastNode, Pulse } from './pulse.ts';
import { retryAfterMs } from './retry-after.ts';
import { WorkerStore } from './worker-store.ts';

/** How long a failed job stays visible. */
const keptGivenUpMs = 30 * 24 * 3_600_000;
const longestReason = 500;

interface JobLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface JobWorkerDependencies {
  readonly database: Database;
  readonly handlers: readonly JobHandler[];
  /** Maximum number of jobs in parallel. */
  readonly most: number;
  readonly clock: { now(): number };
  /** Monotonic clock in milliseconds, unaffected by changes of the machine's clock. */
  readonly steady: { now(): number };
  /** Where this node keeps its name, so that after a crash its next start knows at once what was left. */
  readonly lastNode?: LastNode;
  readonly log: JobLog;
}

interface Running {
  readonly lease: Lease;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Works on the jobs of a store, together with workers of other nodes. It has no timer: the caller calls `step`. */
export class JobWorker {
  readonly #dependencies: JobWorkerDependencies;
  readonly #handlers: ReadonlyMap<string, JobHandler>;
  readonly #store: JobStore;
  readonly #pulse: Pulse;
  readonly #running = new Map<number, Running>();
  #isEnding = false;

  constructor(dependencies: JobWorkerDependencies) {
    const { database, handlers } = dependencies;
    this.#dependencies = dependencies;
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]));
    this.#store = new JobStore(database);
    this.#pulse = new Pulse({ ...dependencies, workers: new WorkerStore(database) });
  }

  /** Sends a beat when it is due, and begins due jobs while there is room. Never called concurrently. */
  async step(): Promise<void> {
    this.letGoWhenFading();
    if (this.#pulse.isDue()) await this.#beat();
    const workerId = this.#pulse.workerId;
    if (workerId === undefined || this.#isEnding) return;
    const { clock, most } = this.#dependencies;
    const room = { kinds: [...this.#handlers.keys()], now: clock.now(), most: most - this.#running.size };
    for (const job of await this.#store.take(workerId, room)) this.#begin(job, workerId);
  }

  /** Sends a beat when it is due, and takes no jobs. Never called concurrently, nor with `step`. */
  async beat(): Promise<void> {
    this.letGoWhenFading();
    if (this.#pulse.isDue()) await this.#beat();
  }

  /** The name under which this node is known to be alive; absent before the first beat, and while others may doubt it. */
  get nodeId(): string | undefined {
    return this.#pulse.workerId;
  }

  /** Drops its jobs when others may be about to take them. Cheap, and needs no store. */
  letGoWhenFading(): void {
    if (this.#pulse.isFading()) this.#abortAll();
  }

  /** Waits until everything it has begun has ended. @returns whether there was anything */
  async idle(): Promise<boolean> {
    const isBusy = this.#running.size > 0;
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
    return isBusy;
  }

  /** Takes no further jobs; those it holds may finish. */
  announceEnd(): void {
    this.#isEnding = true;
  }

  /** Puts unfinished jobs back, as if they had not begun. */
  async putBack(): Promise<void> {
    this.announceEnd();
    this.#abortAll();
    await this.idle();
  }

  /** Puts unfinished jobs back, and ends the heartbeat. */
  async close(): Promise<void> {
    await this.putBack();
    await this.#pulse.end();
  }

  async #beat(): Promise<void> {
    const { log, clock } = this.#dependencies;
    const before = new Map(this.#running);
    const { isNew, buried } = await this.#pulse.beat();
    for (const worker of buried) log.warn({ worker }, 'a worker stopped responding: other workers take over its jobs');
    if (isNew && before.size > 0) {
      log.warn({ jobs: [...before.keys()] }, 'this worker was considered dead: other workers have its jobs');
      this.#abortAll();
    }
    const workerId = this.#pulse.workerId;
    if (workerId !== undefined) await this.#compare(workerId, before);
    await this.#store.forgetGivenUp(clock.now() - keptGivenUpMs);
  }

  /** Drops jobs that the store no longer has for this worker, and tries again those it has but that do not run here. */
  async #compare(workerId: string, before: ReadonlyMap<number, Running>): Promise<void> {
    const held = await this.#store.heldBy(workerId);
    const heldIds = new Set(held.map(({ id }) => id));
    for (const [id, { abort }] of before) if (!heldIds.has(id)) abort.abort(new LeaseLost());
    for (const job of held) {
      if (before.has(job.id) || this.#running.has(job.id)) continue;
      // The job's end could not be stored.
      await this.#tryAgainLater(job, { jobId: job.id, workerId, attempt: job.attempt }, 'its end was not written down');
    }
  }

  #abortAll(): void {
    for (const { abort } of this.#running.values()) abort.abort(new LeaseLost());
  }

  #begin(job: Job, workerId: string): void {
    const lease: Lease = { jobId: job.id, workerId, attempt: job.attempt };
    const abort = new AbortController();
    const done = this.#work(job, lease, abort)
      .catch((error: unknown) => this.#dependencies.log.error({ err: error, job: job.id }, 'a job was left as it is'))
      .finally(() => this.#running.delete(job.id));
    this.#running.set(job.id, { lease, abort, done });
  }

  async #work(job: Job, lease: Lease, abort: AbortController): Promise<void> {
    const handler = this.#handlers.get(job.kind);
    if (!handler) throw new Error(`nobody works jobs of the kind ${job.kind}`);
    if (job.attempt > handler.mostAttempts) return this.#giveUp(handler, job, lease, 'each worker that ran it died');
    const held = this.#heldJob(job, lease, abort);
    try {
      const lastWork = await handler.run(held);
      await held.hold(async (transaction) => {
        if (lastWork) await lastWork(transaction);
        await this.#store.delete(transaction, job.id);
      });
    } catch (error) {
      if (abort.signal.aborted || error instanceof LeaseLost) await this.#leave(job, lease);
      else await this.#fail(handler, job, lease, error);
    }
  }

  #heldJob(job: Job, lease: Lease, abort: AbortController): HeldJob {
    return {
      ...job,
      signal: abort.signal,
      hold: async (work) => {
        try {
          abort.signal.throwIfAborted();
          return await inTransaction(this.#dependencies.database, async (transaction) => {
            await this.#store.requireHeld(transaction, lease);
            return work(transaction);
          });
        } catch (error) {
          if (error instanceof LeaseLost) abort.abort(error);
          throw error;
        }
      },
    };
  }

  async #fail(handler: JobHandler, job: Job, lease: Lease, error: unknown): Promise<void> {
    const { log } = this.#dependencies;
    const details = { err: error, job: job.id, kind: job.kind, attempt: job.attempt };
    if (error instanceof GiveUp || job.attempt >= handler.mostAttempts) {
      log.error(details, 'a job failed for good');
      return this.#giveUp(handler, job, lease, reasonOf(error));
    }
    log.warn(details, 'a job failed and is tried again');
    await this.#tryAgainLater(job, lease, reasonOf(error));
  }

  /** Puts back a job of a worker that ends. A worker declared dead no longer holds one. */
  async #leave(job: Job, lease: Lease): Promise<void> {
    await this.#ifHeld(lease, (transaction) =>
      this.#store.putBack(transaction, job.id, { dueAt: job.dueAt, attempts: job.attempt - 1, error: null }),
    );
  }

  async #tryAgainLater(job: Job, lease: Lease, reason: string): Promise<void> {
    const dueAt = this.#dependencies.clock.now() + retryAfterMs(job.attempt);
    await this.#ifHeld(lease, (transaction) =>
      this.#store.putBack(transaction, job.id, { dueAt, attempts: job.attempt, error: reason }),
    );
  }

  async #giveUp(handler: JobHandler, job: Job, lease: Lease, reason: string): Promise<void> {
    await this.#ifHeld(lease, async (transaction) => {
      await handler.gaveUp(transaction, job, reason);
      await this.#store.giveUp(transaction, job.id, reason, this.#dependencies.clock.now());
    });
  }

  /** Runs `work` only while the worker still holds the job. */
  async #ifHeld(lease: Lease, work: Parameters<typeof inTransaction<void>>[1]): Promise<void> {
    try {
      await inTransaction(this.#dependencies.database, async (transaction) => {
        await this.#store.requireHeld(transaction, lease);
        await work(transaction);
      });
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
  }
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.length > longestReason ? `${text.slice(0, longestReason)}...` : text;
}
