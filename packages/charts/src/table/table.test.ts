import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { describeRows } from './describe-rows.ts';
import { kpisOf, sparkPath } from './kpis-of.ts';
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

it('shows the measures of the first row as numbers that stand alone', () => {
  const plain = { comparisons: [], trend: undefined };
  expect(kpisOf(columns, rows.slice(0, 1))).toEqual([
    { label: 'Shop Sales', value: '€12.50', exact: '12.5', ...plain },
  ]);
  expect(kpisOf(columns, [])).toEqual([{ label: 'Shop Sales', value: '–', exact: '–', ...plain }]);
});

it('compares a number with that of another range, or of the second row', () => {
  const sales = { name: 's', title: 'Sales, 2026', type: 'number', role: 'measure' } as const;
  const before = { ...sales, name: 's~1', title: 'Sales, 2025', comparedTo: 's' };
  const compared = (now: string | null, then: string | null) =>
    kpisOf([sales, before], [[now, then]], 'en').map(({ label, value, comparisons }) => [label, value, ...comparisons]);
  expect(compared('110', '100')).toEqual([
    ['Sales, 2026', '110', { label: 'Sales, 2025', value: '100', change: '+10%', direction: 'up' }],
  ]);
  expect(compared('-50', '-100')[0]?.[2]).toMatchObject({ change: '+50%', direction: 'up' });
  expect(compared('1', '3')[0]?.[2]).toMatchObject({ change: '−66.7%', direction: 'down' });
  expect(compared('1', '0')[0]?.[2]).toMatchObject({ change: undefined, direction: 'up' });
  expect(compared('1', null)[0]?.[2]).toMatchObject({ value: '–', change: undefined, direction: undefined });
  const large = '9007199254740993000';
  expect(compared(large, '8915227181092384000')[0]?.[2]).toMatchObject({ change: '+1%', direction: 'up' });
  expect(compared('0.9007199254740993', '0.9007199254740992')[0]?.[2]).toMatchObject({ direction: 'same' });
  expect(compared('0.00000000000000000002', '0.00000000000000000001')[0]?.[2]).toMatchObject({ change: '+100%' });
  expect(compared('1.0004', '1')[0]?.[2]).toMatchObject({ change: '0%', direction: 'same' });
  expect(compared('1.0005', '1')[0]?.[2]).toMatchObject({ change: '+0.1%', direction: 'up' });
  expect(compared('9007199254740993', '-9007199254740992')[0]?.[2]).toMatchObject({ change: '+200%' });
  expect(compared('1', '?')[0]?.[2]).toMatchObject({ value: '?', change: undefined, direction: undefined });
  expect(compared(`1${'0'.repeat(400)}`, `2${'0'.repeat(400)}`)[0]?.[2]).toMatchObject({ change: '−50%' });

  const month = { name: 'm', title: 'Month', type: 'time', granularity: 'month' } as const;
  const at = (number: number) => `2026-0${number}-01T00:00:00.000`;
  const rowsOfBoth: Row[] = [
    [at(4), null, '1'],
    [at(3), '3', '2'],
  ];
  const [headline] = kpisOf([month, sales, before], rowsOfBoth, 'en');
  expect(headline).toMatchObject({ label: 'Sales, 2026, Mar 2026', value: '3', comparisons: [{ change: '+50%' }] });
  const [part] = kpisOf([month, sales, { ...before, unlike: [at(3)] }], rowsOfBoth, 'en');
  expect(part?.comparisons).toMatchObject([{ value: '2', change: undefined, direction: undefined }]);
  const [first] = kpisOf(
    [month, sales],
    [
      [at(3), '2'],
      [at(2), '4'],
      [at(1), null],
    ],
    'en',
  );
  expect(first).toMatchObject({ label: 'Sales, 2026, Mar 2026', value: '2', trend: [null, 4, 2] });
  expect(first?.comparisons).toMatchObject([{ label: 'Feb 2026', value: '4', change: '−50%', direction: 'down' }]);
  expect(sparkPath([null, 4, 2, null, 3], { width: 40, height: 10 })).toBe('M10 0L20 10M40 5h0.1');
  expect(sparkPath([1, 1, 1], { width: 4, height: 10 })).toBe('M0 5L2 5L4 5');
});

it('says what stands out', () => {
  expect(describeRows(columns, rows)).toBe(
    '3 rows. Shop Sales: largest €9,007,199,254,740,993.00, Feb 2026; smallest €12.50, Jan 2026; ' +
      'last €9,007,199,254,740,993.00, Feb 2026.',
  );
  expect(describeRows([{ name: 'a', type: 'string' }], [['x']])).toBe('1 row.');
});
