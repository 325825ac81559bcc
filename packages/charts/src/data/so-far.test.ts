import { describe, expect, it } from 'vitest';
import type { Column } from '../column.ts';
import { chartSpec } from '../spec/index.ts';
import { formatValue } from '../format/index.ts';
import { kpiView } from '../kpi/index.ts';
import { chartData } from './chart-data.ts';
import { besideSoFarField, soFarField, soFarNotes } from './so-far.ts';

const asOf = '2026-03-19 10:20:30';
const month = { name: 'month', type: 'time', granularity: 'month', role: 'dimension', asOf } as const;
const sales = { name: 'sales', title: 'Sales', type: 'number', role: 'measure', aggType: 'sum' } as const;
const city = { name: 'city', type: 'string', role: 'dimension' } as const;
const at = (day: string) => `${day}T00:00:00.000`;
const rows = [
  [at('2026-01-01'), '1'],
  [at('2026-02-01'), '2'],
  [at('2026-03-01'), '3'],
];

describe('a bucket that is not over', () => {
  it('is marked, and the point before it, in each series', () => {
    const { values } = chartData('line', [month, sales], rows);
    expect(values.map((value) => [value[soFarField], value[besideSoFarField]])).toEqual([
      [undefined, undefined],
      [undefined, true],
      [true, undefined],
    ]);
    expect(soFarNotes([month, sales], rows)).toEqual(['Mar 2026, so far.']);
    const two = rows.flatMap(([time, value]) => ['Oslo', 'Rome'].map((name) => [time, name, value]));
    const series = chartData('line', [month, city, sales], two.slice(0, -1)).values;
    expect(series.filter((value) => value[besideSoFarField]).map(({ city: name }) => name)).toEqual(['Oslo']);
  });

  it('is between two points that are marked, where there are rows of later ones', () => {
    const { values } = chartData('line', [month, sales], [...rows, [at('2026-04-01'), '4'], [at('2026-05-01'), '5']]);
    expect(values.map((value) => value[besideSoFarField] === true)).toEqual([false, true, false, true, false]);
  });

  it('has all series of the buckets beside it drawn where they stand on each other', () => {
    const parts = [
      ...['2026-01-01', '2026-02-01'].map((day) => [at(day), 'Oslo', '1']),
      ...rows.map(([time, value]) => [time, 'Rome', value]),
    ];
    const marked = (type: 'area' | 'line') =>
      chartData(type, [month, city, sales], parts)
        .values.filter((value) => value[besideSoFarField])
        .map((value) => [value['city'], value['month']]);
    expect(marked('area')).toEqual([
      ['Oslo', '2026-02-01'],
      ['Rome', '2026-02-01'],
    ]);
    expect(marked('line')).toEqual([['Rome', '2026-02-01']]);
  });

  it('is over when the rows were read after it, and unknown when nobody says when they were read', () => {
    for (const column of [
      { ...month, asOf: '2026-04-01 00:00:00' },
      { ...month, asOf: undefined },
    ]) {
      const { values } = chartData('grouped_bar', [column, sales], rows);
      expect([values.some((value) => soFarField in value), soFarNotes([column, sales], rows)]).toEqual([false, []]);
    }
  });

  it('says so wherever it is written', () => {
    expect(formatValue(at('2026-03-01'), month)).toBe('Mar 2026, so far');
    expect(formatValue(at('2026-02-01'), month)).toBe('Feb 2026');
    expect(formatValue(at('2026-04-01'), month)).toBe('Apr 2026');
    const week = { ...month, granularity: 'week' };
    expect(formatValue(at('2026-03-16'), week)).toBe('16 Mar 2026, so far'.replace('16 Mar', 'Mar 16,'));
  });

  it('of an own granularity is as long as its interval', () => {
    const fiscal = (interval: string) => ({ ...month, granularity: { name: 'fiscal', interval } });
    expect(formatValue(at('2025-04-01'), fiscal('1 year'))).toMatch(/, so far$/);
    expect(formatValue(at('2025-04-01'), fiscal('6 months'))).not.toMatch(/so far/);
    expect(formatValue(at('2026-03-05'), fiscal('2 weeks 1 day'))).toMatch(/, so far$/);
  });

  it('is compared with no whole one', () => {
    const blocksOf = (column: Column) =>
      kpiView({ columns: [column, sales], rows: rows.slice(1).toReversed(), locale: 'en' }).places.flat();
    expect(blocksOf(month)).toMatchObject([
      { kind: 'number', label: 'Sales, Mar 2026, so far' },
      { kind: 'comparison', all: [{ label: 'Mar 2026, so far against Feb 2026', change: undefined }] },
    ]);
    expect(blocksOf({ ...month, asOf: '2026-04-02 00:00:00' })).toMatchObject([{}, { all: [{ change: '+50%' }] }]);
  });

  it('is drawn by a dashed line, and under a fill of bars and areas', () => {
    const drawn = (type: Parameters<typeof chartSpec>[0], soFarFill?: string) =>
      JSON.stringify(chartSpec(type, [month, sales], { rows, soFarFill }));
    expect(drawn('line', 'url(#a)')).toContain('"strokeDash":[4,4]');
    for (const type of ['grouped_bar', 'stacked_bar', 'area'] as const)
      expect(drawn(type, 'url(#a)')).toContain('url(#a)');
    for (const type of ['line', 'grouped_bar', 'area'] as const) expect(drawn(type)).not.toMatch(/strokeDash|_soFar/);
  });
});
