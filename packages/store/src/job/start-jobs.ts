import { Unavailable } from '@orrery/kernel';
import { JobWorker, type JobWorkerDependencies } from './job-worker.ts';

/** How late a job may begin. */
const everyMs = 1_000;

/** Creates jobs for what has become due. Every node does so; the store prevents duplicates. */
export interface JobSource {
  addDue(now: number): Promise<void>;
}

interface StartJobsInput extends Omit<JobWorkerDependencies, 'steady'> {
  /** Absent: the monotonic clock of the process. */
  readonly steady: JobWorkerDependencies['steady'] | undefined;
  readonly sources: readonly JobSource[];
}

export interface WorkedJobs {
  /** The name under which other nodes know this one to be alive. */
  nodeId(): Promise<string>;
  /** Handles everything that is due now and waits for it, without waiting for the next second. */
  pass(): Promise<void>;
  /** Begins no further jobs. */
  announceEnd(): void;
  /** Puts unfinished jobs back for others; the node stays alive for others until it is closed. */
  putBack(): Promise<void>;
  /** Puts unfinished jobs back for others. */
  close(): Promise<void>;
}

/**
 * Starts working on jobs, at most `most` in parallel, if this node is to work on any; it tells other nodes that it is
 * alive in any case. After a failure, for example an unreachable store, it tries again a second later.
 */
export function startJobs({ sources, most, steady = performance, ...given }: StartJobsInput): WorkedJobs {
  const { clock, log } = given;
  const worker = new JobWorker({ ...given, most: Math.max(most, 1), steady });
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
  const once = (work: () => Promise<void>) => {
    stepping ??= work().finally(() => {
      stepping = undefined;
    });
    return stepping;
  };
  const stepOnce = () => once(step);
  const beatOnce = () => once(() => attempt(worker, () => worker.beat()));
  const timer = setInterval(() => {
    worker.letGoWhenFading();
    void (most > 0 ? stepOnce() : beatOnce());
  }, everyMs).unref();
  return {
    nodeId: async () => {
      if (worker.nodeId === undefined) await beatOnce();
      if (worker.nodeId === undefined) await beatOnce(); // the first may have waited for a step that began before
      if (worker.nodeId === undefined) throw new Unavailable('store.unavailable', 'The metadata store does not answer');
      return worker.nodeId;
    },
    pass: async () => {
      do {
        await stepOnce();
      } while (await worker.idle());
    },
    announceEnd: () => worker.announceEnd(),
    putBack: async () => {
      worker.announceEnd();
      await stepping;
      await worker.putBack();
    },
    close: async () => {
      clearInterval(timer);
      worker.announceEnd();
      await stepping;
      await worker.close().catch((error: unknown) => log.warn({ err: error }, 'jobs could not be put back'));
    },
  };
}
