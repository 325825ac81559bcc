import type { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { InvalidQuery } from './invalid-query.ts';
import { readLargeJson } from './read-large-json.ts';

const bodyOf = (text: string) => Buffer.from(new TextEncoder().encode(text).buffer);

it('reads bodies one after another, even after a failure', async () => {
  let [alive, most, started] = [0, 0, 0];
  const count = (worker: Worker) => {
    started += 1;
    alive += 1;
    most = Math.max(most, alive);
    worker.once('exit', () => {
      alive -= 1;
    });
  };
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  const bodies = ['{"limit":1}', '{"limit":', '{"query":"{\\"limit\\":2}"}'];
  const read = await Promise.allSettled(bodies.map((text) => readLargeJson(bodyOf(text))));
  expect(read).toEqual([
    { status: 'fulfilled', value: { limit: 1 } },
    { status: 'rejected', reason: expect.any(InvalidQuery) },
    { status: 'fulfilled', value: { query: { limit: 2 } } },
  ]);
  expect([started, most]).toEqual([1, 1]);
});

it('reads bodies by turns of accounts and callers', async () => {
  const read: string[] = [];
  const reading = ['a ann', 'a ann', 'a ann', 'a bob', 'b carl'].map(async (name) => {
    const [account = '', caller = ''] = name.split(' ');
    await readLargeJson(bodyOf('{}'), { account, caller });
    read.push(name);
  });
  await Promise.all(reading);
  expect(read).toEqual(['a ann', 'a ann', 'b carl', 'a bob', 'a ann']);
});
