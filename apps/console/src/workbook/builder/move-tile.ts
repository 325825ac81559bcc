import { cloneLayout, type LayoutItem, moveElement, verticalCompactor } from 'react-grid-layout';
import { columns, type Draft, type DraftWidget, type WidgetPosition, setPlaces } from '../../model/dashboard-draft.ts';
import { isContainer, tabsOf, topWidgets, widgetsIn } from '../../model/dashboard-draft-tabs.ts';

const least = { w: 1, h: 1 };
/** Rows that a step down may have to pass over. */
const farthest = 60;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function layoutOf({ widgets }: Pick<Draft, 'widgets'>): LayoutItem[] {
  return widgets.map(({ id, position }) => ({ i: id, ...position }));
}

export function placesOf(layout: readonly LayoutItem[]): ReadonlyMap<string, WidgetPosition> {
  return new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));
}

/**
 * Moves or sizes a tile by a key; others make room and close up, as they do under the pointer.
 *
 * @returns places of all tiles; `undefined` when the key means nothing here, or nothing can move
 */
export function moveTile(
  draft: Pick<Draft, 'widgets'>,
  id: string,
  { key, isSizing }: { readonly key: string; readonly isSizing: boolean },
): ReadonlyMap<string, WidgetPosition> | undefined {
  const step = arrows[key];
  if (!step) return undefined;
  const [right, down] = step;
  const before = verticalCompactor.compact(layoutOf(draft), columns);
  for (let far = 1; far <= farthest; far++) {
    const layout = cloneLayout(before);
    const item = layout.find(({ i }) => i === id);
    if (!item) return undefined;
    if (isSizing) {
      item.w = Math.min(Math.max(least.w, item.w + right), columns - item.x);
      item.h = Math.max(least.h, item.h + down);
    }
    const x = isSizing ? item.x : Math.min(Math.max(0, item.x + right), columns - item.w);
    const y = isSizing ? item.y : Math.max(0, item.y + down * far);
    const moved = isSizing ? layout : moveElement(layout, item, x, y, true, false, 'vertical', columns);
    const after = placesOf(verticalCompactor.compact(moved, columns));
    if (JSON.stringify([...after]) !== JSON.stringify([...placesOf(before)])) return after;
    // What lies below may be higher than one row: a tile passes it at once.
    if (isSizing || down === 0) return undefined;
  }
  return undefined;
}

/** Closes gaps above tiles, in each tab and on the dashboard, as the grid shows them. @returns the same draft without gaps */
export function compacted(draft: Draft): Draft {
  const close = (before: Draft, widgets: readonly DraftWidget[]) =>
    setPlaces(before, placesOf(verticalCompactor.compact(layoutOf({ widgets: [...widgets] }), columns)));
  const tabs = draft.widgets.filter(isContainer).flatMap(tabsOf);
  const inTabs = tabs.reduce((before, tab) => close(before, widgetsIn(before, tab)), draft);
  return close(inTabs, topWidgets(inTabs));
}
