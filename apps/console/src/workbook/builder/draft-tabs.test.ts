import { expect, it } from 'vitest';
import { addWidget, type Draft } from '../../model/dashboard-draft.ts';
import { compacted } from './move-tile.ts';
import {
  flattened,
  moveTab,
  moveTo,
  removeTab,
  setTabs,
  tabOf,
  tabsOf,
  topWidgets,
} from '../../model/dashboard-draft-tabs.ts';

const chart = (draft: Draft, id: string) => addWidget(draft, { id, type: 'CHART', config: { reportId: 7 } });
const tabs = [
  { id: 'one', title: 'One', widgetIds: [] },
  { id: 'two', title: 'Two', widgetIds: [] },
];
const begun = addWidget(chart(chart({ widgets: [] }, 'a'), 'b'), { id: 't', type: 'TABS_CONTAINER', config: { tabs } });
const one = { container: 't', tab: 'one' };
const two = { container: 't', tab: 'two' };
const idsOf = (draft: Draft) => tabsOf(draft.widgets.find(({ id }) => id === 't') ?? {}).map((tab) => tab.widgetIds);
const placeOf = (draft: Draft, id: string) => {
  const { x, y, w, h } = draft.widgets.find((widget) => widget.id === id)?.position ?? {};
  return [x, y, w, h];
};

it('a tile is in one tab or in none, and the container is as high as its longest tab', () => {
  const first = moveTo(begun, 'a', one);
  expect([idsOf(first), tabOf(first, 'a'), topWidgets(first).map(({ id }) => id)]).toEqual([
    [['a'], []],
    one,
    ['b', 't'],
  ]);
  expect([placeOf(first, 'a'), placeOf(first, 't')[3]]).toEqual([[0, 0, 6, 8], 11]);
  const both = moveTo(first, 'b', one);
  expect([placeOf(both, 'b'), placeOf(both, 't')[3]]).toEqual([[0, 8, 6, 8], 19]);
  const other = moveTo(both, 'b', two);
  expect([idsOf(other), placeOf(other, 'b'), placeOf(other, 't')[3]]).toEqual([[['a'], ['b']], [0, 0, 6, 8], 11]);
  const out = moveTo(other, 'a', undefined);
  expect([idsOf(out), tabOf(out, 'a')]).toEqual([[[], ['b']], undefined]);
  const [, y = 0, , h = 0] = placeOf(out, 't');
  expect(placeOf(out, 'a')).toEqual([0, y + 11, 6, 8]);
  expect(h).toBe(11);
});

it('what stands below a container makes room for it', () => {
  const below = chart(begun, 'c');
  const [, before = 0] = placeOf(below, 'c');
  const [, , , high = 0] = placeOf(below, 't');
  const filled = moveTo(moveTo(below, 'a', one), 'b', one);
  expect(placeOf(filled, 'c')[1]).toBe(before + 19 - high);
});

it('tabs are moved, renamed and taken off; nothing in them is lost', () => {
  const filled = moveTo(begun, 'a', one);
  expect(tabsOf(moveTab(filled, one, 1).widgets.find(({ id }) => id === 't') ?? {}).map(({ id }) => id)).toEqual([
    'two',
    'one',
  ]);
  expect(idsOf(moveTab(filled, one, -1))).toEqual(idsOf(filled));
  const renamed = setTabs(filled, 't', (all) => all.map((tab) => ({ ...tab, title: `${tab.title}!` })));
  expect(tabsOf(renamed.widgets.find(({ id }) => id === 't') ?? {}).map(({ title }) => title)).toEqual([
    'One!',
    'Two!',
  ]);
  const without = removeTab(filled, one);
  expect([idsOf(without), topWidgets(without).map(({ id }) => id)]).toEqual([[[]], ['a', 'b', 't']]);
  expect(removeTab(filled, { container: 't' }).widgets.map(({ id }) => id)).toEqual(['a', 'b']);
});

it('widgets that a tab holds in itself are named by it', () => {
  const position = { x: 0, y: 0, w: 6, h: 4 };
  const held = { id: 'x', type: 'CHART', position, config: { reportId: 7 } };
  const stored = {
    widgets: [{ id: 't', type: 'TABS_CONTAINER', position, config: { tabs: [{ title: 'One', widgets: [held] }] } }],
  } as Draft;
  const flat = flattened(stored);
  expect([idsOf(flat), flat.widgets[1]]).toEqual([[['x']], held]);
  expect(flattened(begun)).toBe(begun);
});

it('gaps are closed, on the dashboard and in tabs', () => {
  const filled = moveTo(moveTo(begun, 'a', one), 'b', one);
  const closed = compacted(filled);
  expect(placeOf(closed, 't')).toEqual([0, 0, 12, 19]);
  const emptied = compacted(moveTo(closed, 'a', undefined));
  expect([placeOf(emptied, 'b'), placeOf(emptied, 't'), placeOf(emptied, 'a')]).toEqual([
    [0, 0, 6, 8],
    [0, 0, 12, 11],
    [0, 11, 6, 8],
  ]);
  expect(compacted(emptied)).toBe(emptied);
});
