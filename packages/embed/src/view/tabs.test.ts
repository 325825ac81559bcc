import { expect, it } from 'vitest';
import { readWidgets } from './dashboard.ts';
import { tabByKey, tabsOf } from './tabs.ts';

const [widget] = readWidgets({
  widgets: [{ id: 'a', type: 'TABS_CONTAINER', config: { tabs: [{ title: 'One' }, {}] } }],
});

it('names tabs and their panels, of which one can be reached by the keyboard', () => {
  if (!widget) throw new Error('no tabs');
  const { name, tabs } = tabsOf(widget, 1);
  expect(name).toBe('One, Tab 2');
  expect(tabs.map(({ tab }) => [tab['aria-selected'], tab.tabIndex])).toEqual([
    [false, -1],
    [true, 0],
  ]);
  for (const { tab, panel } of tabs)
    expect([tab['aria-controls'], panel['aria-labelledby']]).toEqual([panel.id, tab.id]);
  expect(tabsOf({ ...widget, config: { title: 'Sales' } }, 0).name).toBe('Sales');
});

it.each([
  ['ArrowRight', 2, 0, 1],
  ['ArrowLeft', 0, 2, 1],
  ['Home', 2, 0, 0],
  ['End', 0, 2, 2],
  ['Enter', 0, undefined, undefined],
])('%s at tab %i opens %s, and %s where tabs stand from right to left', (key, open, next, mirrored) => {
  const plain = { key, altKey: false, ctrlKey: false, metaKey: false };
  expect(tabByKey(plain, open, 3, false)).toBe(next);
  expect(tabByKey(plain, open, 3, true)).toBe(mirrored);
  expect(tabByKey({ ...plain, altKey: true }, open, 3, false)).toBeUndefined();
});
