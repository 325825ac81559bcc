import { expect, it } from 'vitest';
import { freshMs } from './freshness.ts';

it.each([
  [{}, 300],
  [{ 'cache-control': 'public' }, 300],
  [{ 'cache-control': 'max-age=600' }, 600],
  [{ 'cache-control': 'public, MAX-AGE="600", immutable' }, 600],
  [{ 'cache-control': 'max-age=600', age: '120' }, 480],
  [{ 'cache-control': 'max-age=600', age: '-120' }, 600],
  [{ 'cache-control': 's-max-age=600' }, 300],
  [{ 'cache-control': 'max-age=0' }, 60],
  [{ 'cache-control': 'max-age=999999999' }, 3_600],
  [{ 'cache-control': 'max-age=99999999999999999999' }, 300],
  [{ 'cache-control': 'no-store, max-age=600' }, 60],
  [{ 'cache-control': 'no-cache' }, 60],
] as const)('%j is kept for %d seconds', (headers, seconds) => {
  expect(freshMs(new Headers(headers))).toBe(seconds * 1_000);
});
