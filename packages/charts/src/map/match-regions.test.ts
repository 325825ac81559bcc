import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { mapChart } from './map-chart.ts';
import type { Shape } from './shapes.ts';

const region: Column = { name: 'sales.region', title: 'Region', type: 'string', role: 'dimension' };
const amount: Column = { name: 'sales.amount', title: 'Sales', type: 'number', role: 'measure' };
const shapeOf = (name: string, x: number): Shape => ({
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [x, 0],
          [x, 1],
          [x + 1, 1],
          [x, 0],
        ],
      ],
    ],
  },
  names: { name: [name] },
});

/** Draws a row for each value on shapes of these names: which shape has which value, and what is said below. */
function matched(names: readonly string[], values: readonly string[]) {
  const shapes = names.map(shapeOf);
  const rows = values.map((value, index): Row => [value, String(index)]);
  const made = mapChart({ columns: [region, amount], rows, style: { shapes: 'custom' }, shapes, isDark: false });
  if (!made.ok) return { reason: made.reason };
  const drawn = made.values as readonly { readonly geometry: Shape['geometry']; readonly value: number }[];
  const nameOf = (geometry: Shape['geometry']) => names[shapes.findIndex((shape) => shape.geometry === geometry)];
  return { drawn: drawn.map(({ geometry, value }) => [nameOf(geometry), values[value]]), notes: made.notes };
}

it('draws no region by a name that several have, and says so', () => {
  expect(matched(['Paris', 'Paris', 'Rome'], ['Paris', 'Rome'])).toEqual({
    drawn: [['Rome', 'Rome']],
    notes: ['Names that several regions of this map have are not drawn: Paris.'],
  });
  expect(matched(['Paris', 'Paris'], ['Paris']).reason).toBe(
    'Names that several regions of this map have are not drawn: Paris.',
  );
});

it.each([
  ['signs at the end', ['A+', 'A-', 'A'], ['A-', 'A', 'A+']],
  ['vowels of Devanagari', ['कि', 'का'], ['का', 'कि']],
  ['voiced letters of Japanese', ['かき', 'がき'], ['がき', 'かき']],
  ['the case', ['b1', 'B1'], ['B1', 'b1']],
])('tells names apart by %s', (_, names, values) => {
  const made = matched(names, values);
  expect(made.drawn).toEqual(values.map((value) => [value, value]));
  expect(made.notes).toEqual([]);
});

it('finds no other grade, and no other word of another script', () => {
  expect(matched(['A+', 'का', 'B'], ['A-', 'A', 'कि', 'B'])).toEqual({
    drawn: [['B', 'B']],
    notes: ['3 values are no regions of this map: A-, A, कि.'],
  });
});

it.each([
  ["Côte d'Ivoire", 'COTE D’IVOIRE'],
  ['Congo - Kinshasa', 'congo kinshasa'],
  ['Dem. Rep. Congo', 'Dem Rep Congo'],
  ['Guinea-Bissau', 'Guinea Bissau'],
  ['Αθήνα', 'ΑΘΗΝΑ'],
  ['Istanbul', 'İstanbul'],
])('finds %s as %s', (name, value) => {
  expect(matched([name], [value]).drawn).toEqual([[name, value]]);
});

it('gives a region to the row with its own name', () => {
  expect(matched(['Québec', 'Quebec City'], ['QUEBEC', 'Québec'])).toEqual({
    drawn: [['Québec', 'Québec']],
    notes: ['Rows of regions that another row has too are not drawn: QUEBEC.'],
  });
  expect(matched(['Québec', 'Quèbec'], ['Quebec', 'Québec']).notes).toEqual([
    'Names that several regions of this map have are not drawn: Quebec.',
  ]);
});
