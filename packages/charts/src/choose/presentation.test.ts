import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { missingFor } from './chart-type.ts';
import { chooseChart, presentationOf } from './presentation.ts';

const region: Column = { name: 'region', type: 'string' };
const city: Column = { name: 'city', type: 'string' };
const month: Column = { name: 'month', type: 'time', granularity: 'month' };
const count: Column = { name: 'count', type: 'number', aggType: 'count' };
const rate: Column = { name: 'rate', type: 'number', format: 'percent' };

const regions = (many: number): Row[] => Array.from({ length: many }, (_, index) => [`r${index}`, String(index)]);
const months = (many: number): Row[] =>
  Array.from({ length: many }, (_, index) => [`2026-${String(index + 1).padStart(2, '0')}-01T00:00:00.000`, '1']);

it.each<[string, Column[], Row[], string]>([
  ['no rows', [region, count], [], 'table'],
  ['numbers alone', [count, rate], [['1', '2']], 'kpi'],
  ['names alone', [region], [['a']], 'table'],
  ['some categories', [region, count], regions(5), 'grouped_bar'],
  ['many categories', [region, count], regions(12), 'horizontal_grouped_bar'],
  ['long names', [region, count], [['a very long name', '1']], 'horizontal_grouped_bar'],
  [
    'measures of two units',
    [region, count, rate],
    [
      ['a', '1', '0.1'],
      ['b', '1', '0.2'],
    ],
    'table',
  ],
  ['a time with few buckets that add up', [month, count], months(4), 'grouped_bar'],
  ['a time with many buckets', [month, count], months(12), 'line'],
  ['a time whose values do not add up', [month, rate], months(4), 'line'],
  ['one bucket', [month, count], months(1), 'kpi'],
  [
    'a time and a dimension',
    [month, region, count],
    [...months(3), ...months(3)].map(([time, n], i) => [time, `r${i > 2}`, n]),
    'line',
  ],
  [
    'two dimensions that add up',
    [region, city, count],
    [
      ['a', 'x', '1'],
      ['a', 'y', '2'],
    ],
    'stacked_bar',
  ],
  [
    'two dimensions with a negative value',
    [region, city, count],
    [
      ['a', 'x', '-1'],
      ['a', 'y', '2'],
    ],
    'grouped_bar',
  ],
  [
    'two dimensions that say nothing of adding up',
    [region, city, rate],
    regions(12).map(([name, n]) => [name, name, n]),
    'heatmap',
  ],
  ['three dimensions', [region, city, month, count], [['a', 'b', '2026-01-01', '1']], 'table'],
  [
    'rows that are equal in all dimensions',
    [region, city, count],
    [
      ['a', 'x', '1'],
      ['a', 'x', '2'],
    ],
    'table',
  ],
])('shows %s as it fits', (_, columns, rows, expected) => {
  const chosen = chooseChart(columns, rows);
  expect(chosen.kind === 'chart' ? chosen.type : chosen.kind).toBe(expected);
});

it('shows what the report says, and says what is not supported', () => {
  const answer = { columns: [region, count], rows: regions(3) };
  expect(presentationOf({ ...answer, kind: 'table' })).toEqual({ kind: 'table' });
  expect(presentationOf({ ...answer, kind: 'vega', spec: { mark: 'bar' } })).toEqual({ kind: 'chart' });
  expect(presentationOf({ ...answer, kind: 'vega', spec: {} })).toEqual({ kind: 'chart', type: 'grouped_bar' });
  expect(presentationOf({ ...answer, kind: 'map' }).kind).toBe('map');
  expect(presentationOf({ ...answer, kind: 'html', spec: { template: '<b>' } })).toEqual({
    kind: 'html',
    template: '<b>',
  });
  expect(presentationOf({ ...answer, kind: 'html', spec: '<i>' })).toEqual({ kind: 'html', template: '<i>' });
  expect(presentationOf({ ...answer, kind: 'html' })).toEqual({ kind: 'html' });
  expect(presentationOf({ ...answer, kind: 'constructor' }).kind).toBe('chart');
});

it('says what a type of chart needs', () => {
  expect(missingFor('arc', [region, count])).toBeUndefined();
  expect(missingFor('arc', [region, city, count])).toBe('It needs 1 dimension and 1 measure.');
  expect(missingFor('scatter', [count])).toBe('It needs 2 or 3 measures.');
});
