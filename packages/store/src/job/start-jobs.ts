import { JobWorker, type JobWorkerDependencies } from './job-worker.ts';

/** How late a job may be begun. */
const everyMs = 1_000;

/** Makes jobs of what has become due; every node does, so that it is the store that keeps two from doing the same. */
export interface JobSource {
  addDue(now: number): Promise<void>;
}

interface StartJobsInput extends Omit<JobWorkerDependencies, 'steady'> {
  readonly sources: readonly JobSource[];
}

export interface WorkedJobs {
  /** Everything that is due now, to its end; for whoever does not wait for the next second. */
  pass(): Promise<void>;
  /** Nothing is begun any more. */
  announceEnd(): void;
  /** What has not finished is put back for others. */
  close(): Promise<void>;
}

/**
 * Works jobs from now on, if this node is to: `most` of them side by side. What fails, as a store that cannot be reached, is
 * tried again a second later.
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
