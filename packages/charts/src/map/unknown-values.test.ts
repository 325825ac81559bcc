import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { mapChart } from './map-chart.ts';
import { readShapes } from './shapes.ts';

const country: Column = { name: 'sales.country', title: 'Country', type: 'string', role: 'dimension' };
const amount: Column = { name: 'sales.amount', title: 'Sales', type: 'number', role: 'measure' };
const latitude: Column = { name: 'shops.lat', type: 'number', role: 'dimension' };
const longitude: Column = { name: 'shops.lng', type: 'number', role: 'dimension' };

const huge = '1e400';
const points: Row[] = [
  ['a', '1', '1', '5'],
  ['b', '2', '2', null],
  [null, '3', '3', huge],
];

function drawn(columns: Column[], rows: Row[], style: object) {
  const ring = (x: number) => [
    [x, 0],
    [x + 1, 0],
    [x, 1],
    [x, 0],
  ];
  const features = ['Chad', 'Norway', 'Peru'].map((name, index) => ({
    ...{ properties: { name } },
    geometry: { type: 'Polygon', coordinates: [ring(index * 5)] },
  }));
  const read = readShapes(JSON.stringify({ features }));
  if (!read.ok) throw new Error(read.reason);
  const chart = mapChart({ columns, rows, style, shapes: read.shapes, isDark: false });
  if (!chart.ok) throw new Error(chart.reason);
  return chart;
}

it('draws points without a number in the least size, and says how many', () => {
  const made = drawn([country, latitude, longitude, amount], points, { size: 'sales.amount' });
  expect(made.values).toMatchObject([
    { _row: 0, size: 5 },
    { _row: 1, size: 0 },
    { _row: 2, size: 0 },
  ]);
  expect(made.notes).toEqual(['2 points have no number of Sales, and the least size.']);
  const below: Row[] = [
    ['a', '1', '1', '-5'],
    ['b', '1', '1', null],
  ];
  expect(drawn([country, latitude, longitude, amount], below, { size: 'sales.amount' }).values).toMatchObject([
    { size: -5 },
    { size: -5 },
  ]);
});

it.each([
  ['sales.amount', [5, null, null], '2 points have no value of Sales, and no colour.'],
  ['sales.country', ['a', 'b', null], '1 point has no value of Country, and no colour.'],
])('draws points without a value of %s in a layer of no colour', (color, colors, note) => {
  const made = drawn([country, latitude, longitude, amount], points, { color });
  expect(made.values).toMatchObject(colors.map((each) => ({ color: each })));
  expect(made.notes).toEqual([note]);
  const layers = (made.spec['layer'] as readonly object[]).slice(1);
  expect(layers).toMatchObject([{ transform: [{ filter: 'datum.color === null' }] }, { encoding: { color: {} } }]);
  expect(layers[0]).not.toHaveProperty('encoding.color');
});

it('draws regions without a number as those without a row, and names them', () => {
  const rows: Row[] = [
    ['Chad', '1'],
    ['Norway', huge],
    ['Peru', null],
  ];
  const made = drawn([country, amount], rows, { shapes: 'custom' });
  expect(made.values).toMatchObject([{ name: 'Chad', value: 1 }]);
  expect(made.shapes).toMatchObject([{ name: 'Norway' }, { name: 'Peru' }]);
  expect(made.notes).toEqual(['Regions without a number of Sales have no colour: Norway, Peru.']);
});

it('gives colours to the values of the most points, and says that there are more', () => {
  const names = [...'abcdefghijkl', 'l', 'k'];
  const rows = names.map((name): Row => [name, '1', '1', '1']);
  const made = drawn([country, latitude, longitude, amount], rows, { color: 'sales.country' });
  expect(JSON.stringify(made.spec)).toContain('"domain":["a","b","c","d","e","f","k","l"]');
  expect(made.values.filter((value) => 'color' in value && value.color === null)).toHaveLength(4);
  expect(made.notes).toEqual(['Only the 8 values of Country with the most points have a colour, of 12.']);
});
