import { OrreryError } from '@orrery/client';
import { expect, it } from 'vitest';
import type { DataIdentity } from '../api/data.ts';

// Elements of pages are classes of browsers; none is made here.
const place = globalThis as { HTMLElement?: unknown };
place.HTMLElement ??= class {};
const { readReports, requestOf } = await import('./read-reports.ts');
delete place.HTMLElement;

it('tells that queries failed while a statement beside them still runs', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const refused = new OrreryError('refused', { status: 403, code: 'auth.forbidden' });
  const data = {
    async *loadEach() {
      yield { id: '1', error: new OrreryError('no such member', { status: 400, code: 'query.unknown-member' }) };
      throw refused;
    },
    cubeSql: () => promise,
  };
  const asker = { deploymentId: 1, key: 'self', data } as unknown as DataIdentity; // with the part that is asked
  const none = { jsonQuery: null, sqlQuery: null, sourceQuery: null };
  const requests = new Map([
    [1, requestOf({ ...none, jsonQuery: '{"measures":["orders.none"]}' })],
    [2, requestOf({ ...none, jsonQuery: '{"measures":["orders.count"]}' })],
    [3, requestOf({ ...none, sqlQuery: 'SELECT 1' })],
    [4, requestOf(none)],
  ]);
  const taken = new Map<number, string | undefined>();
  const reading = readReports(asker, () => [])(
    requests,
    (id, { error }) => void (taken.has(id) || taken.set(id, error)),
    { signal: new AbortController().signal },
  );
  await expect.poll(() => taken.get(2)).toBe('refused');
  expect([taken.get(1), taken.has(3), taken.get(4) === undefined]).toEqual(['no such member', false, false]);
  resolve({ schema: [], data: [], lastRefreshTime: undefined });
  await reading;
  expect([taken.has(3), taken.get(3)]).toEqual([true, undefined]);
});
