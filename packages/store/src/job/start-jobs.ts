import { JobWorker, type JobWorkerDependencies } from './job-worker.ts';

/** How late a job may begin. */
const everyMs = 1_000;

/** Creates jobs for what has become due. Every node does so; the store prevents duplicates. */
export interface JobSource {
  addDue(now: number): Promise<void>;
}

interface StartJobsInput extends Omit<JobWorkerDependencies, 'steady'> {
  readonly sources: readonly JobSource[];
}

export interface WorkedJobs {
  /** Handles everything that is due now and waits for it, without waiting for the next second. */
  pass(): Promise<void>;
  /** Begins no further jobs. */
  announceEnd(): void;
  /** Puts unfinished jobs back for others. */
  close(): Promise<void>;
}

/**
 * Starts working on jobs, at most `most` in parallel, if this node is to work on any. After a failure, for example an
 * unreachable store, it tries again a second later.
 */
export function startJobs({ sources, most, ...given }: StartJobsInput): WorkedJobs {
  const { clock, log } = given;
  const worker = new JobWorker({ ...given, most: Math.max(most, 1), steady: performance });
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
  const stepOnce = () => {
    stepping ??= step().finally(() => {
      stepping = undefined;
    });
    return stepping;
  };
  const timer = setInterval(() => {
    worker.letGoWhenFading();
    if (most > 0) void stepOnce();
  }, everyMs).unref();
  return {
    pass: async () => {
      do {
        await stepOnce();
      } while (await worker.idle());
    },
    announceEnd: () => worker.announceEnd(),
    close: async () => {
      clearInterval(timer);
      worker.announceEnd();
      await stepping;
      await worker.close().catch((error: unknown) => log.warn({ err: error }, 'jobs could not be put back'));
    },
  };
}
