import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { readKpiStyle } from './kpi-style.ts';
import { kpiView, type ShownBlock } from './kpi-view.ts';

const sales = { name: 's', title: 'Sales', type: 'number', role: 'measure' } as const;
const month = { name: 'm', title: 'Month', type: 'time', granularity: 'month' } as const;
const city = { name: 'c', title: 'City', type: 'string', role: 'dimension' } as const;
const at = (number: number) => `2026-0${number}-01T00:00:00.000`;
const ascending: Row[] = [
  [at(1), '14'],
  [at(2), '7'],
  [at(3), '21'],
];

const shown = (columns: Column[], rows: Row[], ...blocks: readonly object[]): readonly ShownBlock[] =>
  kpiView({ columns, rows, style: readKpiStyle({ blocks }), locale: 'en' }).places.flat();
const number = { kind: 'number', measure: 's' };
const comparison = { kind: 'comparison', measure: 's' };
const compared = (columns: Column[], rows: Row[], row?: string) => {
  const [block] = shown(columns, rows, { ...comparison, row });
  return block?.kind === 'comparison' ? block.all.map(({ label, value, change }) => [label, value, change]) : block;
};

it('compares the row of the number before with the row before in time, whatever the order of rows', () => {
  const march = ['Mar 2026 against Feb 2026', '7', '+200%'];
  for (const [rows, row] of [
    [ascending, 'last'],
    [ascending.toReversed(), undefined],
  ] as const) {
    const [, block, progress] = shown([month, sales], rows, { ...number, row }, comparison, {
      ...{ kind: 'progress', measure: 's', target: 42 },
    });
    expect(block).toMatchObject({ all: [{ label: march[0], value: march[1], change: march[2] }] });
    expect(progress).toMatchObject({ percent: '50%', text: '21 of 42' });
  }
  const february = ['Feb 2026 against Jan 2026', '14', '−50%'];
  expect(compared([month, sales], ascending, 'second')).toEqual([february]);
  expect(compared([month, sales], ascending)).toMatchObject({ kind: 'notice' });
  expect(
    kpiView({ columns: [month, sales], rows: ascending })
      .places.flat()
      .map(({ kind }) => kind),
  ).toEqual(['number', 'comparison', 'sparkline']);
});

it('compares with the row before of the same group, and without a time with the row beside it', () => {
  const groups: Row[] = [
    [at(1), 'Oslo', '1'],
    [at(1), 'Rome', '5'],
    [at(2), 'Rome', '9'],
    [at(2), 'Oslo', '2'],
  ];
  expect(compared([month, city, sales], groups, 'last')).toEqual([
    ['Feb 2026, Oslo against Jan 2026, Oslo', '1', '+100%'],
  ]);
  const cities: Row[] = [
    ['Oslo', '4'],
    ['Rome', '2'],
    ['Pisa', '1'],
  ];
  expect(compared([city, sales], cities)).toEqual([['Oslo against Rome', '2', '+100%']]);
  expect(compared([city, sales], cities, 'second')).toEqual([['Rome against Oslo', '4', '−50%']]);
  expect(compared([city, sales], cities, 'last')).toEqual([['Pisa against Rome', '2', '−50%']]);
});
