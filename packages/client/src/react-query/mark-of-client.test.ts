import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { createDataClient } from '../data/index.ts';
import { DataProvider } from './data-provider.ts';
import { markOf } from './mark-of-client.ts';

it('marks the answers of each client, also in a cache that outlives the page', async () => {
  const [one, other] = [{}, {}];
  const marks = [one, other, one].map((client) => markOf({ client, cacheKey: undefined }));
  expect([marks[0] === marks[2], marks[0] === marks[1]]).toEqual([true, false]);
  vi.resetModules(); // another page
  const { markOf: later } = await import('./mark-of-client.ts');
  const cache = new QueryClient();
  cache.setQueryData(['orrery', marks[0], 'load'], 'rows of the user before');
  expect(cache.getQueryData(['orrery', later({ client: one, cacheKey: undefined }), 'load'])).toBe(undefined);
  expect(later({ client: one, cacheKey: 'ann' })).toBe(markOf({ client: other, cacheKey: 'ann' }));
});

it('takes no client whose numbers are no texts', () => {
  const at = { apiUrl: '', token: '' };
  createElement(DataProvider, { client: createDataClient(at) });
  // @ts-expect-error the hooks say that numbers are texts
  createElement(DataProvider, { client: createDataClient({ ...at, numbers: 'number' }) });
});
