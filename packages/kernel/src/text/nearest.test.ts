import { expect, it } from 'vitest';
import { didYouMean, nearest } from './nearest.ts';

const names = ['count', 'total', 'created_at', 'city'];

it.each([
  ['cuont', 'count'],
  ['COUNT', 'count'],
  ['create_at', 'created_at'],
  ['sity', 'city'],
  ['revenue', undefined],
  ['x', undefined],
  ['', undefined],
])('suggests %s for %s', (name, expected) => {
  expect(nearest(name, names)).toBe(expected);
});

it('does not offer the name itself', () => {
  expect(nearest('count', ['count'])).toBeUndefined();
});

it('takes bounded time for a hostile name', () => {
  expect(nearest('x'.repeat(1_000_000), names)).toBeUndefined();
});

it('returns a sentence', () => {
  expect(didYouMean('totl', names)).toBe('Did you mean total?');
});
