import { expect, it } from 'vitest';
import { hasSameRows } from './same-rows.ts';

const of = (rows: readonly (readonly unknown[])[], totalRows = rows.length) => ({ rows, totalRows });

it.each([
  [
    'the order of rows',
    [
      ['a', '1'],
      ['b', '2'],
    ],
    [
      ['b', '2'],
      ['a', '1'],
    ],
  ],
  ['the order of columns and further ones', [['a', '1']], [['x', '1', 'a']]],
  ['digits behind the fourth', [['1234.1']], [['1234.4']]],
  ['how numbers are written', [['1000']], [[1000.0]]],
  ['how days are written', [['2026-05-01T00:00:00.000']], [['2026-05-01']]],
  ['empty results', [], []],
  ['equal columns', [['1', '1', '1', '1', '1', '1']], [['1', '1', '1', '1', '1', '1']]],
] as const)('takes results for the same in spite of %s', (_, wanted, given) => {
  expect(hasSameRows(of(wanted), of(given))).toBe(true);
});

it.each([
  ['other numbers', [['a', '1']], [['a', '2']]],
  [
    'values beside others',
    [
      ['a', '1'],
      ['b', '2'],
    ],
    [
      ['a', '2'],
      ['b', '1'],
    ],
  ],
  ['fewer rows', [['a'], ['a']], [['a']]],
  ['a missing column', [['a', '1']], [['a']]],
  ['nothing in place of a number', [['0']], [[null]]],
] as const)('tells results with %s apart', (_, wanted, given) => {
  expect(hasSameRows(of(wanted), of(given))).toBe(false);
});

it('compares the rows of whole results by their number', () => {
  expect(hasSameRows(of([['a']], 300), of([['a']], 301))).toBe(false);
});

it('finds the arrangement of columns that all have the same values', () => {
  const values = Array.from({ length: 200 }, (_, index) => index % 10);
  const columns = Array.from({ length: 12 }, (_, column) => values.map((_, row) => values[(row * (column + 3)) % 200]));
  const rows = values.map((_, row) => columns.map((column) => column[row]));
  const turned = rows.map((row) => row.toReversed());
  expect(hasSameRows(of(rows), of(turned))).toBe(true);
  expect(hasSameRows(of(rows), of([...turned.slice(1), turned[1] ?? []]))).toBe(false);
});
