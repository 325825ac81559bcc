import type { JobLog, JobWorker } from './job-worker.ts';

/** How late a job may be begun. */
const everyMs = 1_000;

/** Makes jobs of what has become due; every node does, so that it is the store that keeps two from doing the same. */
export interface JobSource {
  addDue(now: number): Promise<void>;
}

interface WorkJobsInput {
  readonly worker: JobWorker;
  readonly sources: readonly JobSource[];
  readonly clock: { now(): number };
  readonly log: JobLog;
}

/**
 * Keeps a worker working. What fails, as a store that cannot be reached, is tried again a second later.
 *
 * @returns what ends it, once the worker has put back what it held
 */
export function workJobs({ worker, sources, clock, log }: WorkJobsInput): () => Promise<void> {
  const failing = new Set<unknown>();
  const attempt = async (part: unknown, work: () => Promise<void>) => {
    try {
      await work();
      failing.delete(part);
    } catch (error) {
      if (!failing.has(part)) log.warn({ err: error }, 'jobs cannot be worked now');
      failing.add(part);
    }
  };
  const step = async () => {
    for (const source of sources) await attempt(source, () => source.addDue(clock.now()));
    await attempt(worker, () => worker.step());
  };
  let stepping: Promise<void> | undefined;
  const timer = setInterval(() => {
    worker.letGoWhenFading();
    stepping ??= step().finally(() => {
      stepping = undefined;
    });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    worker.announceEnd();
    await stepping;
    await worker.close();
  };
}
