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
])('takes %s for %s', (name, expected) => {
  expect(nearest(name, names)).toBe(expected);
});

it('does not offer the name itself', () => {
  expect(nearest('count', ['count'])).toBeUndefined();
});

it('costs nothing for a hostile name', () => {
  expect(nearest('x'.repeat(1_000_000), names)).toBeUndefined();
});

it('makes a sentence of it', () => {
  expect(didYouMean('totl', names)).toBe('Did you mean total?');
});
