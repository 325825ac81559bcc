import { expect, it } from 'vitest';
import type { Column } from '../column.ts';
import { chartOfColumns, showsAlike } from './chart-of-columns.ts';

const region: Column = { name: 'region', type: 'string' };
const city: Column = { name: 'city', type: 'string' };
const month: Column = { name: 'month', type: 'time', granularity: 'month' };
const count: Column = { name: 'count', type: 'number', aggType: 'count' };
const rate: Column = { name: 'rate', type: 'number', format: 'percent' };

it.each<[string, Column[], string | undefined]>([
  ['numbers alone', [count, rate], undefined],
  ['names alone', [region], undefined],
  ['categories', [region, count], 'horizontal_grouped_bar'],
  ['measures of two units', [region, count, rate], undefined],
  ['a time', [month, rate], 'line'],
  ['a time and a dimension', [region, month, count], 'line'],
  ['two times', [month, { ...month, name: 'other' }, count], undefined],
  ['two dimensions that add up', [region, city, count], 'stacked_bar'],
  ['two dimensions that say nothing of adding up', [region, city, rate], 'heatmap'],
  ['two dimensions and two measures', [region, city, count, { ...count, name: 'other' }], undefined],
  ['three dimensions', [region, city, month, count], undefined],
])('picks the chart of %s without their rows', (_, columns, expected) => {
  expect(chartOfColumns(columns)).toBe(expected);
});

it('knows which charts show the same rows alike', () => {
  expect(showsAlike('horizontal_grouped_bar', 'grouped_bar')).toBe(true);
  expect(showsAlike('line', 'grouped_bar')).toBe(true);
  expect(showsAlike('stacked_bar', 'grouped_bar')).toBe(false);
});
