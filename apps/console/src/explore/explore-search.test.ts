import { expect, it } from 'vitest';
import { partsForAddress, readExploreSearch } from './explore-search.ts';
import { sentenceOf } from './query/sentence.ts';

it('reads an exploration from its address', () => {
  const q = { measures: ['sales.amount'], timeDimensions: [{ dimension: 'sales.at', granularity: 'month' }] };
  const read = readExploreSearch({ view: 'sales', q, pivot: ['sales.channel'], kind: 'area', tab: 'table' });
  expect(read).toEqual({
    ...{ view: 'sales', pivot: ['sales.channel'], kind: 'area', tab: 'table' },
    q: { measures: ['sales.amount'], dimensions: ['sales.at.month'] },
  });
});

it.each([
  [{ view: 7, q: 'x', pivot: 'y', kind: 'pie', tab: 'constructor' }],
  [{ q: [], pivot: [1], kind: null, tab: 'chart' }],
  [{ q: { measures: 'sales.amount' } }],
  [{ q: { measures: [7] } }],
  [{ q: { filters: [null] } }],
  [{ q: { timeDimensions: {} } }],
  [{ style: 'x' }],
  [{ style: { palette: ['url(x)'], lines: 7 } }],
])('leaves out what cannot be read of %j', (given) => {
  expect(readExploreSearch(given)).toEqual({});
});

const hostile: readonly unknown[] = [null, 7, -1, 1.5, '', 'x', true, {}, { a: 1 }, [], [null], [1], [[]], [[null]]];
const view = { members: [] } as unknown as Parameters<typeof sentenceOf>[1];
const keys = [
  'measures',
  'dimensions',
  'segments',
  'filters',
  'order',
  'limit',
  'offset',
  'timezone',
  'timeDimensions',
];

/** Values that an address may have that somebody else wrote. */
const places: Readonly<Record<string, (value: unknown) => unknown>> = {
  ...Object.fromEntries(keys.map((key) => [key, (value: unknown) => ({ [key]: value })])),
  ...Object.fromEntries(
    ['granularity', 'dateRange', 'compareDateRange'].map((key) => [
      key,
      (value: unknown) => ({ timeDimensions: [{ dimension: 'a.b', [key]: value }] }),
    ]),
  ),
  ...Object.fromEntries(
    ['member', 'dimension', 'operator', 'values', 'or', 'and'].map((key) => [
      `filter ${key}`,
      (value: unknown) => ({ filters: [{ member: 'a.b', operator: 'equals', [key]: value }] }),
    ]),
  ),
};

it.each(Object.entries(places))('takes no value of another type for %s', (_, made) => {
  for (const value of hostile) {
    const { q } = readExploreSearch({ q: made(value) });
    if (q) expect(typeof sentenceOf(q, view)).toBe('string');
  }
});

it.each([
  ...[null, -1, 1.5, '5'].flatMap((value) => [{ limit: value }, { offset: value }]),
  ...[null, 'a.b', [null], ['a.b'], [['a.b']], [['a.b', 'up']], { 'a.b': 1 }].map((order) => ({ order })),
  ...[null, {}, [1], [], ['a', 'b', 'c']].map((dateRange) => ({ timeDimensions: [{ dimension: 'a.b', dateRange }] })),
  ...[null, {}, 'x', [], [1]].map((compareDateRange) => ({ timeDimensions: [{ dimension: 'a.b', compareDateRange }] })),
  ...[null, 1, {}].map((granularity) => ({ timeDimensions: [{ dimension: 'a.b', granularity }] })),
  ...[null, 1, {}].map((timezone) => ({ timezone })),
  { filters: [{ member: 'a.b', operator: 'equals', values: [{}] }] },
  { filters: [{ member: null, dimension: 'a.b', operator: 'set' }] },
])('leaves out a query with %j', (q) => {
  expect(readExploreSearch({ q })).toEqual({});
});

it('reads every field of a query', () => {
  const q = {
    ...{ measures: ['a.n'], segments: ['a.s'], limit: 5, offset: 0, timezone: 'UTC', order: [['a.n', 'desc']] },
    timeDimensions: [{ dimension: 'a.t', dateRange: ['2026-01-01'] }],
    filters: [{ or: [{ member: 'a.b', operator: 'equals', values: ['x', null, 1, true] }] }],
  };
  expect(readExploreSearch({ q })).toEqual({ q });
  expect(readExploreSearch({ q: { measures: ['a.n'], order: { 'a.n': 'asc' } } }).q?.order).toEqual([['a.n', 'asc']]);
});

it('measures what is asked as it stands in an address', () => {
  expect(partsForAddress({ sql: 'Ж'.repeat(1_500) }).isTooLong).toBe(true);
  expect(
    partsForAddress({ q: { filters: [{ member: 'a.b', operator: 'equals', values: ['ж'.repeat(1_500)] }] } }).isTooLong,
  ).toBe(true);
  expect(partsForAddress({ sql: 'x'.repeat(1_500) }).isTooLong).toBe(false);
});
