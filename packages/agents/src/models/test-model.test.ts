import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CallFailed } from './call/call-failed.ts';
import { testModel } from './test-model.ts';

it('a test of a model that never ends ends by itself', async () => {
  const result = await testModel(async (_, signal, tell) => {
    tell({ type: 'text', text: 'O' });
    await wait(60_000, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }, 20);
  expect(result).toEqual({ ok: false, latencyMs: expect.any(Number), failure: 'timeout', status: undefined });
});

it('a test tells the kind of a failure, and hides no mistake of ours', async () => {
  const failing = (error: Error) => testModel(() => Promise.reject(error));
  const refused = new CallFailed('words', { failure: 'rate-limit', status: 429 });
  expect(await failing(refused)).toMatchObject({ ok: false, failure: 'rate-limit', status: 429 });
  await expect(failing(new Error('a mistake'))).rejects.toThrow('a mistake');
});
