import { expect, it } from 'vitest';
import { templateResult } from './template-result.ts';

const columns = [
  { name: 'sales.channel', title: 'Sales Channel', shortTitle: 'Channel', type: 'string' },
  { name: 'sales.at.month', type: 'time', granularity: 'month' },
  { name: 'sales.amount', type: 'number', format: 'currency', currency: 'USD' },
];

it('rows are objects by full and short names, with their texts', () => {
  const {
    data,
    _first,
    columns: named,
  } = templateResult(columns, [['Store', '2026-01-01T00:00:00.000', '1234.5']], 'en-US');
  expect(_first).toBe(data[0]);
  expect(_first).toMatchObject({
    'sales.channel': 'Store',
    channel: 'Store',
    at_month: '2026-01-01T00:00:00.000',
    'sales.amount': 1234.5,
    amount: 1234.5,
    _text: { channel: 'Store', amount: '$1,234.50' },
  });
  expect(named[0]).toEqual({ name: 'sales.channel', title: 'Channel' });
});

it('numbers keep all digits, and nothing is null', () => {
  const long = '12345678901234567890.5';
  expect(templateResult([{ name: 'a.n', type: 'number' }], [[long], [null]], 'en').data.map(({ n }) => n)).toEqual([
    long,
    null,
  ]);
  expect(templateResult(columns, [], 'en')).toMatchObject({ data: [], _first: {} });
});

it('names that two columns share, and names of the language, are no short names', () => {
  const result = templateResult([{ name: 'a.x' }, { name: 'b.x' }, { name: 'c.constructor' }], [['1', '2', '3']], 'en');
  expect(Object.keys(result._first)).toEqual(['a.x', 'b.x', 'c.constructor', '_text']);
});
