import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { mapChart, type MapInput } from './map-chart.ts';
import { missingForMap } from './map-columns.ts';
import { readMapStyle } from './map-style.ts';
import { readShapes, type Shape } from './shapes.ts';

const country: Column = { name: 'sales.country', title: 'Country', type: 'string', role: 'dimension' };
const amount: Column = { name: 'sales.amount', title: 'Sales', type: 'number', role: 'measure', aggType: 'sum' };
const latitude: Column = { name: 'shops.lat', type: 'number', role: 'dimension' };
const longitude: Column = { name: 'shops.lng', type: 'number', role: 'dimension' };
const place: Column = { name: 'shops.place', type: 'geo', role: 'dimension' };

/** A square of one degree, against the clock as the standard says. */
const square = (x: number, y: number) => [
  [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
    [x, y],
  ],
];
const areas = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const area = (properties: object, x: number, more: object = {}) => ({
  ...{ type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: square(x, 0) } },
  ...more,
});

function shapesIn(text: string): readonly Shape[] {
  const read = readShapes(text);
  if (!read.ok) throw new Error(read.reason);
  return read.shapes;
}

const shapes = shapesIn(
  areas(
    area({ name: "Côte d'Ivoire", iso2: 'CI' }, 0),
    area({ name: 'Norway', iso2: 'NO' }, 5),
    area({ name: 'Chad' }, 9),
  ),
);

function drawn(columns: Column[], rows: Row[], style: unknown = {}, more: Partial<MapInput> = {}) {
  const input = { columns, rows, style: readMapStyle(style) ?? {}, shapes, isDark: false, locale: 'en', ...more };
  const chart = mapChart(input);
  if (!chart.ok) throw new Error(chart.reason);
  return chart;
}
const reasonOf = (columns: Column[], rows: Row[], style: unknown = {}) => {
  const chart = mapChart({ columns, rows, style: readMapStyle(style) ?? {}, shapes, isDark: false });
  return chart.ok ? undefined : chart.reason;
};

it('finds regions by any of their names, and says which values are none', () => {
  const rows: Row[] = [
    ['COTE D’IVOIRE', '7'],
    ['no', '9007199254740993'],
    ['Atlantis', '1'],
    ['Norway', '2'],
    [null, '3'],
  ];
  const { values, shapes: ground, notes } = drawn([country, amount], rows);
  expect(values).toMatchObject([
    { name: 'COTE D’IVOIRE', value: 7, _row: 0 },
    { name: 'no', _row: 1 },
  ]);
  expect(ground).toMatchObject([{ name: 'Chad' }]);
  expect(notes).toEqual([
    '2 values are no regions of this map: Atlantis, (none).',
    'Rows of regions that another row has too are not drawn: Norway.',
  ]);
  expect(drawn([country, amount], rows, { isUnmatchedHidden: true }).shapes).toEqual([]);
});

it('finds regions of somebody in the property that most values are in, or in the one that was chosen', () => {
  const rows: Row[] = [
    ['CI', '1'],
    ['NO', '2'],
  ];
  expect(drawn([country, amount], rows, { shapes: 'custom' }).values).toHaveLength(2);
  expect(reasonOf([country, amount], rows, { shapes: 'custom', property: 'name' })).toBe(
    'No value of Country is the name of a region of this map.',
  );
});

it('draws points by their coordinates, in columns of their names or in places', () => {
  const rows: Row[] = [
    ['59.9', '10.7', '5'],
    ['91', '0', '1'],
    [null, '0', '1'],
  ];
  const made = drawn([latitude, longitude, amount], rows, { size: 'sales.amount' });
  expect(made.values).toEqual([{ _row: 0, latitude: 59.9, longitude: 10.7, size: 5 }]);
  expect(made.notes).toEqual(['2 rows have no coordinates.']);
  expect(made.spec).toMatchObject({ projection: { type: 'mercator', center: [10.7, expect.any(Number)] } });
  expect(drawn([place, amount], [['59.9,10.7', '5']]).values).toMatchObject([{ latitude: 59.9, longitude: 10.7 }]);
  expect(reasonOf([latitude, longitude], [['x', 'y']])).toMatch(/^No row has a latitude/);
});

it('draws small points on large ones, in colours of the order of the rows', () => {
  const rows: Row[] = [
    ['a', '60', '10', '1'],
    ['b', '60', '10', '5'],
  ];
  const made = drawn([country, latitude, longitude, amount], rows, { size: 'sales.amount', color: 'sales.country' });
  expect(made.values).toMatchObject([{ size: 5 }, { size: 1 }]);
  expect(JSON.stringify(made.spec)).toContain('"domain":["a","b"]');
});

it('leaves out points behind the globe, and says how many', () => {
  const rows: Row[] = [
    ['0', '0', '1'],
    ['0', '179', '1'],
  ];
  const { values, notes, spec } = drawn([latitude, longitude, amount], rows, { projection: 'globe', middle: 10 });
  expect(spec).toMatchObject({ projection: { type: 'orthographic', rotate: [-10, -0, 0] } });
  expect([values.length, notes]).toEqual([1, ['1 point is on the other side of the globe.']]);
});

it('puts points together where that is set', () => {
  const rows: Row[] = [
    ['60', '10', '1'],
    ['60.01', '10.01', '1'],
    ['40', '20', '1'],
  ];
  const { values } = drawn([latitude, longitude, amount], rows, { isClustered: true });
  expect(values).toMatchObject([
    { count: 2, label: '2', says: '2 points' },
    { count: 1, label: '', _row: 2 },
  ]);
  expect(drawn([latitude, longitude, amount], rows).values).toHaveLength(3);
});

it('turns rings so that their inside is drawn, holes too', () => {
  const hole = square(0.25, 0.25)[0]?.map(([x = 0, y = 0]) => [x / 2, y / 2]) ?? [];
  const geometry = { type: 'Polygon', coordinates: [...square(0, 0), hole] };
  const [one] = shapesIn(areas({ type: 'Feature', properties: {}, geometry }));
  const [outer = [], inner = []] = one?.geometry.coordinates[0] ?? [];
  expect(outer.slice(0, 2)).toEqual([
    [0, 0],
    [0, 1],
  ]);
  expect(inner).toEqual(hole);
});

it.each([
  ['no JSON', '{', 'The GeoJSON of this map is not JSON.'],
  [
    'no areas',
    areas({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [0, 0] } }),
    /no areas/,
  ],
  ['metres', areas({ geometry: { type: 'Polygon', coordinates: square(500_000, 0) } }), /no degrees/],
  ['texts', areas({ geometry: { type: 'Polygon', coordinates: [[['0'], ['1'], ['2'], ['3']]] } }), /no degrees/],
  ['something else', areas({ geometry: { type: 'MultiPolygon', coordinates: 'x' } }), /no degrees/],
  ['too much', areas(...Array.from({ length: 5_001 }, () => ({}))), /too many/],
])('refuses GeoJSON with %s', (_, text, reason) => {
  const read = readShapes(text);
  expect(read.ok ? '' : read.reason).toMatch(reason);
});

it('keeps of properties their texts alone', () => {
  const [one] = shapesIn(areas({ ...area({ name: '<b>', deep: { a: 1 }, code: 7, url: null }, 0), id: 'x' }));
  expect(one?.names).toEqual({ name: ['<b>'], code: ['7'], id: ['x'] });
});

it('reads what was set, and nothing else', () => {
  const geojson = { type: 'FeatureCollection', features: [] };
  expect(readMapStyle({ geojson, url: 'https://x.example', middle: 500 })).toEqual({
    geojson: JSON.stringify(geojson),
  });
  let deep: unknown = [];
  for (let depth = 0; depth < 50_000; depth++) deep = [deep];
  expect(readMapStyle({ geojson: { deep }, middle: 5 })).toEqual({ middle: 5 });
});

it('says what a map needs', () => {
  expect(missingForMap([country, amount])).toBeUndefined();
  expect(missingForMap([place, country])).toBeUndefined();
  expect(missingForMap([latitude, longitude])).toBeUndefined();
  expect(missingForMap([country, { ...country, name: 'b' }, amount])).toMatch(/^It needs latitude and longitude/);
});

it('says that GeoJSON is too large', () => {
  const { geojson = '' } = readMapStyle({ geojson: areas(area({ name: 'x'.repeat(600_000) }, 0)) }) ?? {};
  expect(geojson).toHaveLength(500_001);
  expect(readShapes(geojson)).toEqual({
    ok: false,
    reason: 'The GeoJSON of this map is larger than 500,000 letters.',
  });
});

it('draws the states of the USA by equal areas, and some of them alone as large as there is room for', () => {
  const drawn = (style: object) =>
    mapChart({
      columns: [country, amount],
      rows: [['Norway', '3']],
      style: { shapes: 'us-states', ...style },
      shapes,
      isDark: false,
      locale: 'en',
    });
  expect(drawn({})).toMatchObject({ spec: { projection: { type: 'albersUsa' } } });
  expect(drawn({ isUnmatchedHidden: true })).toMatchObject({ spec: { projection: { type: 'mercator' } } });
  expect(drawn({ projection: 'globe' })).toMatchObject({ spec: { projection: { type: 'orthographic' } } });
});
