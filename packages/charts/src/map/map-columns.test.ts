import { expect, it } from 'vitest';
import type { Column, Row } from '../column.ts';
import { mapChart } from './map-chart.ts';
import { mapFormOf } from './map-columns.ts';
import type { MapStyle } from './map-style.ts';

const country: Column = { name: 'sales.country', title: 'Country', type: 'string', role: 'dimension' };
const amount: Column = { name: 'sales.amount', title: 'Sales', type: 'number', role: 'measure' };
const latitude: Column = { name: 'shops.lat', type: 'number', role: 'dimension' };
const longitude: Column = { name: 'shops.lng', type: 'number', role: 'dimension' };
const place: Column = { name: 'shops.place', type: 'geo', role: 'dimension' };
const points = [country, latitude, longitude, place, amount];
const row: Row = ['Chad', '1', '1', '1,1', '5'];

const drawn = (columns: readonly Column[], style: MapStyle) =>
  mapChart({ columns, rows: [row], style, shapes: [], isDark: false });

it.each<[keyof MapStyle, readonly Column[]]>([
  ['latitude', points],
  ['longitude', points],
  ['dimension', [country, amount]],
  ['measure', [country, amount]],
])('draws nothing in the place of a %s that is gone', (key, columns) => {
  const reason = 'This answer has no column shops.gone.';
  expect(drawn(columns, { [key]: 'shops.gone' })).toEqual({ ok: false, reason });
});

it('takes no other column for one that has no degrees', () => {
  expect(drawn(points, { latitude: 'sales.country' })).toMatchObject({ ok: false });
  expect(drawn(points, { latitude: 'shops.lat', longitude: 'shops.lat' })).toMatchObject({ ok: false });
});

it('stays a map of points when a column of degrees is gone', () => {
  expect(mapFormOf([country, amount], { latitude: 'shops.gone' })).toBe('points');
});

it('draws points without the size and colour of a column that is gone, and says so', () => {
  const made = drawn(points, { size: 'shops.gone', color: 'shops.hue' });
  expect(made).toMatchObject({
    ok: true,
    notes: ['This answer has no column shops.gone.', 'This answer has no column shops.hue.'],
  });
  expect(drawn(points, { size: 'shops.gone', isClustered: true })).toMatchObject({ ok: true, notes: [] });
});
