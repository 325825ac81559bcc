import type { CompiledQuery } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { sampleRuntime } from '../query/sample-runtime.ts';
import { RunQueue } from '../source/index.ts';
import { askFirstValue } from './execute-query.ts';
import type { RunProgress } from './shared-run.ts';

const { signal } = new AbortController();

it('is waited for only where it holds a slot, whoever waits for the engines behind it', async () => {
  const { runtime } = sampleRuntime(async function* () {});
  const queue = new RunQueue({ size: 1, perTenant: 1 });
  const before = queue.join('t', signal);
  const progress = { stage: () => '', places: new Set(), tenants: new Set() } as unknown as RunProgress;
  const waitedFor = () => [...progress.places].map((place) => place.isWaitedFor());
  const sources = {
    ...runtime.sources,
    isWaitedFor: () => true,
    firstValue: async () => JSON.stringify(waitedFor()),
  };
  const compiled = { dataSource: 'default', text: '', params: [], columns: [] } as unknown as CompiledQuery;
  const context = { runtime: { ...runtime, sources, queueOf: () => queue }, tenant: 'u', signal, progress };
  const asked = askFirstValue(compiled, 'n', context);
  expect(waitedFor()).toEqual([false]);
  before.leave();
  expect(await asked).toBe('[true]');
});
