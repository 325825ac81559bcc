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
  expect(['sum', 'count', 'min', 'max'].map((type) => calculationsOf(type).length)).toEqual([4, 4, 1, 1]);
  for (const type of ['avg', 'count_distinct', 'count_distinct_approx', 'number', 'constructor', undefined])
    expect(calculationsOf(type)).toEqual([]);
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
  for (const type of ['sum', 'count', 'avg', 'min', 'max', 'count_distinct']) expect(canBeFiltered(type)).toBe(true);
  for (const type of ['number', 'string', 'constructor', undefined]) expect(canBeFiltered(type)).toBe(false);
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
