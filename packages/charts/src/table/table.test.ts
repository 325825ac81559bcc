import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { describeRows } from './describe-rows.ts';
import { tableOf } from './table-of.ts';

const columns: Column[] = [
  { name: 'shop.month', shortTitle: 'Month', type: 'time', granularity: 'month' },
  { name: 'shop.sales', title: 'Shop Sales', type: 'number', format: 'currency', currency: 'EUR' },
];
const rows: Row[] = [
  ['2026-01-01T00:00:00.000', '12.5'],
  ['2026-02-01T00:00:00.000', '9007199254740993'],
  ['2026-03-01T00:00:00.000', null],
];

it('writes the rows of an answer as people read them', () => {
  expect(tableOf(columns, rows, { most: 2 })).toEqual({
    headers: ['Month', 'Shop Sales'],
    rows: [
      ['Jan 2026', '€12.50'],
      ['Feb 2026', '€9,007,199,254,740,993.00'],
    ],
    areNumbers: [false, true],
    more: 1,
  });
});

it('says what stands out', () => {
  expect(describeRows(columns, rows)).toBe(
    '3 rows. Shop Sales: largest €9,007,199,254,740,993.00, Feb 2026; smallest €12.50, Jan 2026; ' +
      'last €9,007,199,254,740,993.00, Feb 2026.',
  );
  expect(describeRows([{ name: 'a', type: 'string' }], [['x']])).toBe('1 row.');
});
