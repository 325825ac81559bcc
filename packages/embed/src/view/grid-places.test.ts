import { expect, it } from 'vitest';
import { readWidgets } from './dashboard.ts';
import { gridPlaces } from './grid-places.ts';

const chart = (id: string, x: number, y: number, w: number, h: number, more: object = {}) => ({
  ...{ id, type: 'CHART', position: { x, y, w, h }, config: {} },
  ...more,
});

/** Places as `x y w h` at a size. */
function placesAt(widgets: readonly object[], end: string) {
  const places = gridPlaces(readWidgets({ widgets } as never));
  return Object.fromEntries(
    [...places].map(([id, place]) => [id, ['x', 'y', 'w', 'h'].map((name) => place[`--${name}${end}`]).join(' ')]),
  );
}

const row = [chart('a', 0, 0, 4, 4), chart('b', 4, 0, 4, 4), chart('c', 8, 0, 4, 4), chart('d', 0, 4, 12, 6)];

it('tiles stand where they are put on wide pages, and keep their shares on narrower ones', () => {
  expect(placesAt(row, '')).toEqual({ a: '1 1 4 4', b: '5 1 4 4', c: '9 1 4 4', d: '1 5 12 6' });
  expect(placesAt(row, '-md')).toEqual({ a: '1 1 3 4', b: '4 1 4 4', c: '8 1 3 4', d: '1 5 10 6' });
  expect(placesAt(row, '-sm')).toEqual({ a: '1 1 2 4', b: '3 1 2 4', c: '5 1 2 4', d: '1 5 6 6' });
});

it('tiles that would be too narrow go on below, in the order of reading', () => {
  expect(placesAt(row, '-xs')).toEqual({ a: '1 1 2 4', b: '3 1 2 4', c: '1 5 2 4', d: '1 9 4 6' });
});

it('places that a dashboard has for a size hold, within its columns, and nothing lies over them', () => {
  const layouts = { responsiveLayouts: { sm: { x: 0, y: 0, w: 12, h: 3 }, xs: { x: 3, y: 0, w: 3, h: 2 } } };
  const widgets = [chart('a', 0, 0, 6, 4), chart('b', 6, 0, 6, 4, layouts)];
  expect(placesAt(widgets, '-sm')).toEqual({ a: '1 4 3 4', b: '1 1 6 3' });
  expect(placesAt(widgets, '-xs')).toEqual({ a: '1 3 2 4', b: '2 1 3 2' });
  const broken = chart('a', 0, 0, 6, 4, { responsiveLayouts: { sm: { x: -3, y: 'a', w: 0 } } });
  expect(placesAt([broken], '-sm')).toEqual({ a: '1 1 1 1' });
});

it('containers of tabs grow with what is in them', () => {
  const widgets = row.slice(0, 3);
  const tabs = {
    id: 't',
    type: 'TABS_CONTAINER',
    position: { x: 0, y: 0, w: 12, h: 7 },
    config: { tabs: [{ title: 'One', widgets }] },
  };
  expect(placesAt([tabs, chart('d', 0, 7, 12, 6)], '-xs')).toEqual({ t: '1 1 4 11', d: '1 12 4 6' });
});

it('many tiles are placed at once', () => {
  const many = Array.from({ length: 200 }, (_, index) => chart(`c${index}`, index % 12, index, 1, 200));
  expect(Object.keys(placesAt(many, '-xs'))).toHaveLength(200);
});
