import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { pivotRows } from './pivot-rows.ts';

const columns: Column[] = [
  { name: 'month', type: 'time', granularity: 'month' },
  { name: 'channel', type: 'string' },
  { name: 'sales', shortTitle: 'Sales', type: 'number', role: 'measure' },
  { name: 'orders', shortTitle: 'Orders', type: 'number', role: 'measure' },
];
const rows: Row[] = [
  ['2026-01-01T00:00:00.000', 'Online', '10', '1'],
  ['2026-01-01T00:00:00.000', null, '5', '2'],
  ['2026-02-01T00:00:00.000', 'Online', '20', '3'],
];

it('has a column for each value and measure, and empty cells where there is no row', () => {
  const { columns: pivoted, rows: lines, more } = pivotRows(columns, rows, { across: ['channel'], locale: 'en' });
  expect(pivoted.map(({ shortTitle, name }) => shortTitle ?? name)).toEqual([
    ...['month', 'Online, Sales', 'Online, Orders', '(none), Sales', '(none), Orders'],
  ]);
  expect(lines).toEqual([
    ['2026-01-01T00:00:00.000', '10', '1', '5', '2'],
    ['2026-02-01T00:00:00.000', '20', '3', undefined, undefined],
  ]);
  expect([new Set(pivoted.map(({ name }) => name)).size, more]).toEqual([5, 0]);
});

it('is one row where all dimensions are across, and the answer itself where none is', () => {
  const all = pivotRows(columns, rows, { across: ['month', 'channel'], locale: 'en' });
  expect(all.rows).toEqual([['10', '1', '5', '2', '20', '3']]);
  expect(pivotRows(columns, rows, { across: [] })).toEqual({ columns, rows, sources: new Map(), more: 0 });
  expect(pivotRows(columns, rows, { across: ['sales'] }).rows).toBe(rows);
});

it('has as many columns as people can read, and says how many are left out', () => {
  const many = Array.from({ length: 30 }, (_, index): Row => ['2026-01-01T00:00:00.000', `c${index}`, '1', '1']);
  const { columns: pivoted, more } = pivotRows(columns, many, { across: ['channel'], most: 10 });
  expect([pivoted.length, more]).toEqual([11, 50]);
});

it('loses no row where several have the same values', () => {
  const twice: Row[] = [...rows, ['2026-01-01T00:00:00.000', 'Online', '7', '4']];
  const { rows: lines } = pivotRows(columns, twice, { across: ['channel'], locale: 'en' });
  expect(lines).toEqual([
    ['2026-01-01T00:00:00.000', '10', '1', '5', '2'],
    ['2026-02-01T00:00:00.000', '20', '3', undefined, undefined],
    ['2026-01-01T00:00:00.000', '7', '4', undefined, undefined],
  ]);
});

it('says which column a pivoted one is of, whatever its name', () => {
  const named = [...columns.slice(0, 3), { name: 'part of "all" ["x"]', type: 'number', role: 'measure' } as const];
  const { columns: pivoted, sources } = pivotRows(named, rows, { across: ['channel'] });
  expect(pivoted.map(({ name }) => sources.get(name)?.name)).toEqual([
    ...[undefined, 'sales', 'part of "all" ["x"]', 'sales', 'part of "all" ["x"]'],
  ]);
  expect(sources.get(pivoted[3]?.name ?? '')).toEqual({
    name: 'sales',
    above: [{ name: 'channel', value: null }],
    title: '(none)',
  });
});
