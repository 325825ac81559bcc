import { expect, it } from 'vitest';
import { resultsSource } from './results-source.ts';
import { RunQueues } from './run-queue.ts';

it('counts the work above results beside the data sources', async () => {
  const query = { concurrency: 2, concurrencyPerTenant: 1 };
  const queues = new RunQueues({ dataSources: new Map([['default', {}]]), query }, 2);
  await queues.of(resultsSource).join('tenant', new AbortController().signal).entered;
  expect(queues.figures()).toEqual([
    { dataSource: 'default', running: 0, waiting: 0 },
    { dataSource: '(results)', running: 1, waiting: 0 },
  ]);
  expect(() => queues.of('other')).toThrow(/defines no data source 'other'/);
});
