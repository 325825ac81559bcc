import { expect, it } from 'vitest';
import { sampleRuntime, canned } from '../query/sample-runtime.ts';
import type { SqlPolicy } from './freshness.ts';
import { RefreshValues } from './refresh-values.ts';

const { runtime } = sampleRuntime(() => canned());
const policy: SqlPolicy = {
  kind: 'sql',
  cube: 'orders',
  statement: { text: 'SELECT max(id) FROM orders', params: [], columns: [], dataSource: 'default' },
  everyMs: 10_000,
};

it('a refresh statement runs again only after its interval', async () => {
  let now = 0;
  let asked = 0;
  const values = new RefreshValues({ now: () => now });
  const current = () => values.current(policy, runtime, async () => String(++asked));
  expect(await current()).toBe('"1"');
  now = 9_999;
  expect([await current(), values.known(policy, runtime)]).toEqual(['"1"', '"1"']);
  now = 10_000;
  expect(values.known(policy, runtime)).toBeUndefined();
  expect(await current()).toBe('"2"');
});

it('a refresh statement runs again when the clock was set back', async () => {
  let now = 86_400_000;
  let asked = 0;
  const values = new RefreshValues({ now: () => now });
  const current = () => values.current(policy, runtime, async () => String(++asked));
  expect(await current()).toBe('"1"');
  now = 0;
  expect([await current(), await current()]).toEqual(['"2"', '"2"']);
});

it('a value belongs to the runtime whose data gave it', async () => {
  const values = new RefreshValues({ now: () => 0 });
  await values.current(policy, runtime, async () => null);
  expect(values.known(policy, { ...runtime, serial: 2 })).toBeUndefined();
  expect(values.known({ ...policy, statement: { ...policy.statement, dataSource: 'other' } }, runtime)).toBeUndefined();
});
