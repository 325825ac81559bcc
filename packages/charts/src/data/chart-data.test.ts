import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { aloneField, chartData, plainValues, rowField } from './chart-data.ts';

const region: Column = { name: 'region', type: 'string' };
const city: Column = { name: 'city', type: 'string' };
const day: Column = { name: 'day', type: 'time', granularity: 'day' };
const sum: Column = { name: 'sum', type: 'number', aggType: 'sum' };

it('gives specs of reports numbers, and times that no zone moves', () => {
  const rows: Row[] = [
    ['2026-03-29T02:30:00.000', '12.50'],
    ['2026-03-29T00:00:00.000', null],
    [null, 'NaN'],
  ];
  expect(plainValues([{ name: 'at', type: 'time' }, sum], rows)).toEqual([
    { at: '2026-03-29T02:30:00.000Z', sum: 12.5, [rowField]: 0 },
    { at: '2026-03-29', sum: null, [rowField]: 1 },
    { at: null, sum: null, [rowField]: 2 },
  ]);
});

it('takes names of the language as names', () => {
  const [value] = plainValues(
    [
      { name: '__proto__', type: 'string' },
      { name: 'constructor', type: 'string' },
    ],
    [['a', 'b']],
  );
  expect(Object.entries(value ?? {})).toContainEqual(['__proto__', 'a']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it('draws the largest bars first, and says how many are left out', () => {
  const rows = Array.from({ length: 25 }, (_, index) => [`r${index}`, String(index)]);
  const { values, notes } = chartData('grouped_bar', [region, sum], rows);
  expect(values).toHaveLength(20);
  expect(values[0]).toEqual({ region: 'r24', sum: 24, [rowField]: 24 });
  expect(notes).toEqual(['5 more in the table.']);
});

it('leaves lines out where they are many, but never parts of a whole', () => {
  const rows = Array.from({ length: 12 }, (_, index) => ['2026-01-01', `c${index}`, String(index)]);
  const line = chartData('line', [day, city, sum], rows);
  expect(new Set(line.values.map(({ city }) => city)).size).toBe(8);
  expect(line.notes).toEqual(['The 8 largest; 4 more in the table.']);
  expect(chartData('stacked_bar', [day, city, sum], rows).values).toHaveLength(12);
  expect(chartData('area', [day, city, sum], rows).values).toHaveLength(12);
});

it('leaves a gap where a bucket has no row, and marks a point between two gaps', () => {
  const rows: Row[] = [
    ['2026-01-01', '1'],
    ['2026-01-03', '3'],
    ['2026-01-05', '5'],
    ['2026-01-06', '6'],
    [null, '9'],
  ];
  const { values, notes } = chartData('line', [day, sum], rows);
  expect(values.map(({ day, sum, [aloneField]: isAlone }) => [day, sum, isAlone])).toEqual([
    ['2026-01-01', 1, true],
    ['2026-01-02', undefined, undefined],
    ['2026-01-03', 3, true],
    ['2026-01-04', undefined, undefined],
    ['2026-01-05', 5, undefined],
    ['2026-01-06', 6, undefined],
  ]);
  expect(notes).toEqual(['1 row without a time is in the table only.']);
});

it('keeps values apart that read the same', () => {
  const columns: Column[] = [region, { ...sum, aggType: 'avg' }];
  const { values } = chartData('grouped_bar', columns, [
    [null, '1'],
    ['(none)', '2'],
    ['', '3'],
  ]);
  expect(new Set(values.map(({ region }) => region)).size).toBe(3);
});

it('keeps numbers of dimensions apart that floating point does not', () => {
  const id: Column = { name: 'id', type: 'number', role: 'dimension' };
  const { values } = chartData(
    'grouped_bar',
    [id, sum],
    [
      ['9007199254740993', '1'],
      ['9007199254740992', '2'],
    ],
  );
  expect(values.map((value) => value['id'])).toEqual(['9,007,199,254,740,993', '9,007,199,254,740,992']);
});

it('says that negative values are no parts', () => {
  expect(chartData('arc', [region, sum], [['a', '-1']]).notes).toHaveLength(1);
});
