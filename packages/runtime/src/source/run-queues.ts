import type { Project } from '@orrery/config';
import { Unavailable } from '@orrery/kernel';
import { RunQueue } from './run-queue.ts';
import { resultsSource } from './results-source.ts';
import type { QueueFigures } from '../runtime.ts';

interface QueuedProject {
  readonly dataSources: ReadonlyMap<string, unknown>;
  readonly query: Pick<Project['query'], 'concurrency' | 'concurrencyPerTenant'>;
}

/** A queue for each data source of a project, and one for the work above their results. */
export class RunQueues {
  readonly #queues: ReadonlyMap<string, RunQueue>;

  /** @param resultsRunning statements above results that may run at a time */
  constructor({ dataSources, query }: QueuedProject, resultsRunning: number) {
    const limits = { size: query.concurrency, perTenant: query.concurrencyPerTenant };
    const results = new RunQueue({ size: resultsRunning, perTenant: resultsRunning - 1 });
    const queues = [...dataSources.keys()].map((name): [string, RunQueue] => [name, new RunQueue(limits)]);
    this.#queues = new Map([...queues, [resultsSource, results]]);
  }

  /** @throws Unavailable when the project defines no such data source */
  of(dataSource: string): RunQueue {
    const queue = this.#queues.get(dataSource);
    if (queue) return queue;
    throw new Unavailable('data-source.unknown', `The project defines no data source '${dataSource}'`);
  }

  figures(): readonly QueueFigures[] {
    return [...this.#queues].map(([dataSource, { running, waiting }]) => ({ dataSource, running, waiting }));
  }
}
