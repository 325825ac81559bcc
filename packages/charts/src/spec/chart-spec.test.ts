import { expect, it } from 'vitest';
import { type ChartType, chartTypes } from '../choose/index.ts';
import type { Column } from '../column.ts';
import { readPublishedSpec } from '../published/index.ts';
import { chartSpec } from './chart-spec.ts';

const region: Column = { name: 'shop.region', shortTitle: 'Region', type: 'string' };
const kind: Column = { name: 'kind', type: 'string' };
const sales: Column = { name: 'shop.sales', shortTitle: 'Sales', type: 'number', format: 'currency', currency: 'EUR' };
const count: Column = { name: 'value', shortTitle: 'Sales', type: 'number', aggType: 'count' };

const columnsOf = (type: ChartType): Column[] => {
  if (type === 'scatter') return [region, sales, count];
  return type === 'heatmap' ? [region, kind, sales] : [region, sales];
};

it.each(chartTypes)('makes a spec without data for %s, which is drawn where it is published', (type) => {
  const spec = chartSpec(type, columnsOf(type));
  expect(spec).toMatchObject({ $schema: 'https://vega.github.io/schema/vega-lite/v5.json' });
  expect(JSON.stringify(spec)).not.toContain('"data"');
  expect(readPublishedSpec(JSON.stringify(spec), columnsOf(type)).ok).toBe(true);
});

it('makes no spec of columns that do not fit', () => {
  expect(chartSpec('heatmap', [region, sales])).toBeUndefined();
});

it('tells measures apart by their titles, under names that no column has', () => {
  const spec = chartSpec('line', [region, sales, count]);
  expect(spec?.['transform']).toEqual([
    { fold: [String.raw`shop\.sales`, 'value'], as: ['series', 'value_'] },
    { calculate: '({"shop.sales": "Sales (1)", "value": "Sales (2)"})[datum["series"]]', as: 'series' },
    { calculate: 'indexof(["Sales (1)", "Sales (2)"], datum["series"])', as: 'place' },
  ]);
});

it('lets a line begin above zero only where its values are far from zero', () => {
  const zeroOf = (...values: string[]) => {
    const { encoding } = chartSpec('line', [kind, count], { rows: values.map((value) => ['a', value]) }) as {
      encoding: { y: { scale: { zero: boolean } } };
    }; // as the maker of lines writes it
    return encoding.y.scale.zero;
  };
  expect(zeroOf('60', '100')).toBe(false);
  expect(zeroOf('40', '100')).toBe(true);
  expect(zeroOf('-1', '100')).toBe(true);
  expect(zeroOf()).toBe(true);
});

it('puts ticks at buckets of the answer, beginning with the year', () => {
  const month: Column = { name: 'month', type: 'time', granularity: 'month' };
  const rows = Array.from({ length: 30 }, (_, index) => [
    new Date(Date.UTC(2024, 4 + index)).toISOString().slice(0, 23),
  ]);
  const { encoding } = chartSpec('line', [month, count], { rows }) as {
    encoding: { x: { axis: { values: readonly { year: number; month: number }[] } } };
  }; // as the maker of lines writes it
  expect(encoding.x.axis.values.map((each) => `${each.year}-${each.month}`)).toEqual([
    '2024-7',
    '2025-1',
    '2025-7',
    '2026-1',
    '2026-7',
  ]);
});
