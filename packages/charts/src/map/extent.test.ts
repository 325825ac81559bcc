import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { mapChart } from './map-chart.ts';
import type { MapStyle } from './map-style.ts';
import { readShapes } from './shapes.ts';

const region: Column = { name: 'sales.region', type: 'string', role: 'dimension' };
const amount: Column = { name: 'sales.amount', type: 'number', role: 'measure' };
const latitude: Column = { name: 'shops.lat', type: 'number', role: 'dimension' };
const longitude: Column = { name: 'shops.lng', type: 'number', role: 'dimension' };

interface Projection {
  readonly rotate?: readonly number[];
  readonly center?: readonly number[];
  readonly scale: { readonly expr: string };
}

/** A rectangle with a place at each ten degrees, between longitudes. */
function feature(name: string, parts: readonly (readonly [number, number])[]) {
  const coordinates = parts.map(([west, east]) => {
    const steps = Array.from({ length: Math.ceil((east - west) / 10) + 1 }, (_, step) =>
      Math.min(east, west + step * 10),
    );
    const ring = [...steps.map((x) => [x, 40]), ...steps.toReversed().map((x) => [x, 50])];
    return [[...ring, ring[0]]];
  });
  return { type: 'Feature', properties: { name }, geometry: { type: 'MultiPolygon', coordinates } };
}

function regions(features: Readonly<Record<string, readonly (readonly [number, number])[]>>, style: MapStyle = {}) {
  const all = Object.entries(features).map(([name, parts]) => feature(name, parts));
  const read = readShapes(JSON.stringify({ type: 'FeatureCollection', features: all }));
  if (!read.ok) throw new Error(read.reason);
  const rows: Row[] = Object.keys(features).map((name) => [name, '1']);
  return made(
    mapChart({ columns: [region, amount], rows, style: { shapes: 'custom', ...style }, ...read, isDark: false }),
  );
}

function points(places: readonly (readonly [number, number])[], style: MapStyle = {}) {
  const rows: Row[] = places.map(([y, x]) => [String(y), String(x)]);
  return made(mapChart({ columns: [latitude, longitude], rows, style, shapes: [], isDark: false }));
}

function made(chart: ReturnType<typeof mapChart>) {
  if (!chart.ok) throw new Error(chart.reason);
  const { rotate, center, scale } = chart.spec['projection'] as Projection; // as mercatorOf and globeOf make it
  const across = Number(/width \/ ([\d.]+)/.exec(scale.expr)?.[1]) * (180 / Math.PI);
  const middle = rotate ? -(rotate[0] ?? 0) : center?.[0];
  return { middle, across: Math.round(across), notes: chart.notes, drawn: chart.values.length };
}

it('shows all of shapes that span the world', () => {
  expect(regions({ West: [[-170, -60]], Middle: [[-20, 50]], East: [[100, 178]] })).toMatchObject({
    middle: 4,
    across: 348,
  });
});

it('shows what crosses the line of 180 degrees in one piece', () => {
  expect(
    regions({
      Islands: [
        [170, 180],
        [-180, -150],
      ],
    }),
  ).toMatchObject({ middle: 190, across: 40 });
  expect(
    points([
      [0, 175],
      [0, -175],
    ]),
  ).toMatchObject({ middle: 180, across: 13 });
  expect(
    points([
      [0, -118],
      [0, 0],
      [0, 140],
    ]),
  ).toMatchObject({ middle: 11 });
});

it('keeps an edge that goes the long way in the picture', () => {
  expect(regions({ Wide: [[-80, 80]] }).across).toBe(160);
});

it('turns a globe to its data, and counts the regions behind it', () => {
  const russia = [
    [30, 180],
    [-180, -170],
  ] as const;
  const style = { projection: 'globe' } as const;
  const all = regions({ Russia: russia, France: [[-5, 8]], Japan: [[130, 145]] }, style);
  expect(all).toEqual({ middle: 92.5, across: Number.NaN, notes: [], drawn: 3 });
  const from = regions({ Russia: russia, France: [[-5, 8]], Japan: [[130, 145]] }, { ...style, middle: -90 });
  expect([from.drawn, from.notes]).toEqual([2, ['1 region is on the other side of the globe.']]);
  expect(
    points(
      [
        [0, 170],
        [0, -160],
      ],
      style,
    ),
  ).toMatchObject({ middle: -175, notes: [], drawn: 2 });
});

it('puts points together across the line', () => {
  expect(
    points(
      [
        [0, 179.9],
        [0, -179.9],
        [0, 170],
        [0, -170],
      ],
      { isClustered: true },
    ).drawn,
  ).toBe(3);
});
