import { expect, it } from 'vitest';
import type { Column } from '../column.ts';
import { ownChartIn, withOwnChart } from '../own/index.ts';
import type { ChartStyle } from './chart-style.ts';
import { categoriesOf, needsEdge, paletteNames } from './palettes.ts';
import { pickColumns, withNames } from './pick-columns.ts';
import { readChartStyle } from './read-chart-style.ts';

const full: ChartStyle = {
  fields: { x: 'a', y: ['m', 'n'], color: 'b', size: 'n' },
  tooltip: [],
  series: { m: { mark: 'line', color: '#aa0000', axis: 'right' } },
  stack: 'percent',
  sort: 'label',
  sortParts: 'sum',
  palette: ['#aa0000', '#00AA00'],
  isReversed: true,
  legend: 'hidden',
  x: { isHidden: false, title: '', hasGrid: true, hasLabels: false, labelAngle: -90 },
  y: { format: '$,.2f', min: -1, max: 0 },
  right: { title: 'Rate' },
  lines: [{ value: 0, label: 'Goal', color: '#123456', dash: 'dotted' }],
  labels: { position: 'inside-base', format: '.1%', size: 6 },
  isMissingZero: true,
};

it('reads every setting', () => {
  expect(readChartStyle(JSON.parse(JSON.stringify(full)))).toEqual(full);
});

it.each<[string, unknown]>([
  ['no settings', 7],
  ['a list', [full]],
  ['a setting that nobody knows', { constructor: 1, hasOwnProperty: 2 }],
  ['colours that are none', { palette: ['red', 'url(x)'], series: { m: { color: 'var(--x)' } } }],
  ['a format that is none', { y: { format: '<script>' }, labels: { format: ',.0f' } }],
  ['numbers out of all bounds', { y: { min: 1e300, max: Number.NaN }, x: { labelAngle: 720 } }],
  ['lines without a value, and too many', { lines: [{ label: 'x' }] }],
  ['too many lines', { lines: Array(11).fill({ value: 1 }) }],
  ['long texts', { y: { title: 'x'.repeat(201) }, fields: { x: 'x'.repeat(201) } }],
  ['a name of the language', JSON.parse('{"series": {"__proto__": {"mark": "bar"}}}')],
])('leaves out %s', (_, given) => {
  expect(readChartStyle(given)).toBeUndefined();
});

const columns: readonly Column[] = [
  { name: 'a', type: 'string' },
  { name: 'b', type: 'string' },
  { name: 'm', type: 'number' },
  { name: 'n', type: 'number' },
];

it('picks columns in the order in which a chart takes them, and never leaves a dimension out', () => {
  const names = (fields: ChartStyle['fields']) =>
    pickColumns(columns, [['1', '2', '3', '4']], fields ? { fields } : {}).columns.map(({ name }) => name);
  expect(names(undefined)).toEqual(['a', 'b', 'm', 'n']);
  expect(names({ x: 'b' })).toEqual(['b', 'a', 'm', 'n']);
  expect(names({ y: ['n', 'gone'] })).toEqual(['a', 'b', 'n']);
  expect(names({ x: 'm', y: ['a'] })).toEqual(['a', 'b', 'm', 'n']);
  expect(names({ size: 'm' })).toEqual(['a', 'b', 'n', 'm']);
  expect(pickColumns(columns, [['1', '2', '3', '4']], { fields: { x: 'b', y: ['n'] } }).rows).toEqual([
    ['2', '1', '4'],
  ]);
});

it('names columns anew wherever it names them', () => {
  const named = withNames(full, (name) => `${name}!`);
  expect([named.fields, named.tooltip, Object.keys(named.series ?? {})]).toEqual([
    { x: 'a!', y: ['m!', 'n!'], color: 'b!', size: 'n!' },
    [],
    ['m!'],
  ]);
});

it('takes a palette that is gone for the usual one, and turns palettes around', () => {
  const usual = categoriesOf({}, false);
  expect(categoriesOf({ palette: 'constructor' }, false)).toEqual(usual);
  expect(categoriesOf({ isReversed: true }, false)).toEqual(usual.toReversed());
  for (const palette of paletteNames.discrete) expect(categoriesOf({ palette }, false)).not.toEqual(usual);
  expect([needsEdge('#ffff00'), needsEdge('#111111'), needsEdge('#7f7f7f')]).toEqual([true, true, false]);
});

it('finds the chart of ours that a spec is, in any order of its keys, until somebody changes the spec', () => {
  const own = { type: 'line', style: full } as const;
  const spec = withOwnChart({ mark: 'line', encoding: { x: { field: 'a' }, y: { field: 'm' } } }, own);
  const turned = { usermeta: spec['usermeta'], encoding: { y: { field: 'm' }, x: { field: 'a' } }, mark: 'line' };
  for (const each of [spec, JSON.stringify(spec), turned]) expect(ownChartIn(each)).toEqual(own);
  for (const each of [null, 'x', '[]', { ...spec, mark: 'bar' }, { usermeta: { orrery: own } }, { mark: 'line' }])
    expect(ownChartIn(each)).toBeUndefined();
});
