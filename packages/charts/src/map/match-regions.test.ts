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
