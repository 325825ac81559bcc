import { expect, it } from 'vitest';
import {
  addField,
  aggregatesOf,
  calculationsOf,
  canBeFiltered,
  removeField,
  replaceField,
  type WithFields,
} from './edit-fields.ts';

const nothing: WithFields = { q: { measures: ['v.m'] }, calculated: undefined, style: undefined, table: undefined };
const measures = [
  { name: 'v.m', format: 'currency' },
  { name: 'v.e', format: 'currency', currency: 'EUR' },
];
const meta = { cubes: [{ measures }] } as unknown as Parameters<typeof addField>[3]; // as much as is read

it('offers to sums and counts all, to extremes a running total, to the rest nothing', () => {
  const countOf = (cumulative: boolean) =>
    ['sum', 'count', 'min', 'max'].map((aggType) => calculationsOf({ aggType, cumulative }).length);
  expect(countOf(false)).toEqual([4, 4, 1, 1]);
  expect(countOf(true)).toEqual([2, 2, 0, 0]); // they are compared, and not added up
  expect(calculationsOf({})).toEqual([]);
  for (const aggType of ['avg', 'count_distinct', 'count_distinct_approx', 'number', 'constructor'])
    expect(calculationsOf({ aggType })).toEqual([]);
});

it('offers of dimensions what stays the same where joins repeat them', () => {
  expect((['number', 'time', 'text', 'boolean', 'measure', 'segment'] as const).map(aggregatesOf)).toEqual([
    ['count_distinct', 'min', 'max'],
    ...[['count_distinct'], ['count_distinct'], ['count_distinct'], [], []],
  ]);
  const made = addField(nothing, 'Weight (largest)', { aggregate: 'max', of: 'v.w' }, meta);
  expect([made.calculated, made.table]).toEqual([
    [{ name: 'Weight (largest)', aggregate: 'max', of: 'v.w' }],
    undefined,
  ]);
});

it('makes measures of some rows of aggregates of rows, and of nothing that is calculated of them', () => {
  for (const aggType of ['sum', 'count', 'avg', 'min', 'max', 'count_distinct']) {
    expect([canBeFiltered({ aggType }), canBeFiltered({ aggType, cumulative: true })]).toEqual([true, false]);
  }
  for (const aggType of ['number', 'string', 'constructor']) expect(canBeFiltered({ aggType })).toBe(false);
});

it('adds a field under a name of its own, in the format of what it is', () => {
  const share = { calculation: 'percent_of_total', of: 'v.m' } as const;
  const name = 'Sales (% of total)';
  const twice = addField(addField(nothing, name, share, meta), name, share, meta);
  expect(twice.calculated?.map(({ name }) => name)).toEqual(['Sales (% of total)', 'Sales (% of total) 2']);
  expect(twice.table?.columns?.['Sales (% of total) 2']).toEqual({ format: { type: 'percent', decimalPlaces: 1 } });
  const total = (of: string) =>
    addField(nothing, 'Sum', { calculation: 'running_total', of }, meta).table?.columns?.['Sum'];
  expect([total('v.m'), total('v.e')]).toEqual([{ format: { type: 'currency' } }, undefined]);
});

it('takes along what was set for a column, when it is renamed and when it goes', () => {
  const field = { name: 'a', sql: '1' };
  const shown: WithFields = {
    q: {
      measures: ['v.m'],
      order: [
        ['a', 'desc'],
        ['v.m', 'asc'],
      ],
    },
    calculated: [field],
    style: { fields: { y: ['a'] }, series: { a: { axis: 'right' } } },
    table: { hasTotals: true, columns: { a: { width: 80 } } },
  };
  expect(replaceField(shown, 'a', { name: 'b', sql: '2' })).toEqual({
    q: {
      measures: ['v.m'],
      order: [
        ['b', 'desc'],
        ['v.m', 'asc'],
      ],
    },
    calculated: [{ name: 'b', sql: '2' }],
    style: { fields: { y: ['b'] }, series: { b: { axis: 'right' } } },
    table: { hasTotals: true, columns: { b: { width: 80 } } },
  });
  expect(removeField(shown, 'a')).toEqual({
    q: { measures: ['v.m'], order: [['v.m', 'asc']] },
    calculated: undefined,
    style: shown.style,
    table: { hasTotals: true },
  });
});
