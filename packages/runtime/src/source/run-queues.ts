import type { Project } from '@orrery/config';
import { Unavailable } from '@orrery/kernel';
import { RunQueue } from './run-queue.ts';
import { resultsSource } from './results-source.ts';
import type { QueueFigures } from '../runtime.ts';

/** A queue for each data source of a project. */
export class RunQueues {
  readonly #queues: ReadonlyMap<string, RunQueue>;
  readonly #results: RunQueue;

  /** @param resultsRunning statements above results that may run at a time */
  constructor({ dataSources, query }: Pick<Project, 'dataSources' | 'query'>, resultsRunning: number) {
    const limits = { size: query.concurrency, perTenant: query.concurrencyPerTenant };
    this.#queues = new Map([...dataSources.keys()].map((name) => [name, new RunQueue(limits)]));
    this.#results = new RunQueue({ size: resultsRunning, perTenant: resultsRunning - 1 });
  }

  /** @throws Unavailable when the project defines no such data source */
  of(dataSource: string): RunQueue {
    const queue = dataSource === resultsSource ? this.#results : this.#queues.get(dataSource);
    if (queue) return queue;
    throw new Unavailable('data-source.unknown', `The project defines no data source '${dataSource}'`);
  }

  figures(): readonly QueueFigures[] {
    return [...this.#queues].map(([dataSource, { running, waiting }]) => ({ dataSource, running, waiting }));
  }
}
