import { recordOf } from './record.ts';
import type { Draft, DraftWidget } from './dashboard-draft.ts';

/** A tab of a container, with the ids of the widgets in it. */
export interface DraftTab {
  readonly id: string;
  readonly title: string;
  readonly widgetIds: readonly string[];
}

/** Where a widget can stand: in a tab of a container. */
export interface TabPlace {
  readonly container: string;
  readonly tab: string;
}

/** Rows of a container that its head takes, and those of an empty tab. */
const headRows = 3;
const emptyRows = 2;

export function isContainer({ type }: Pick<DraftWidget, 'type'>): boolean {
  return type === 'TABS_CONTAINER';
}

export function tabsOf({ config }: Pick<DraftWidget, 'config'>): readonly DraftTab[] {
  const { tabs } = recordOf(config);
  return (Array.isArray(tabs) ? tabs : []).map((given: unknown, index) => {
    const { id, title, widgetIds } = recordOf(given);
    return {
      id: typeof id === 'string' && id !== '' ? id : String(index),
      title: typeof title === 'string' && title !== '' ? title : `Tab ${index + 1}`,
      widgetIds: Array.isArray(widgetIds) ? widgetIds.filter((each) => typeof each === 'string') : [],
    };
  });
}

/** The tab that a widget stands in; `undefined` for one of the dashboard itself. */
export function tabOf({ widgets }: Draft, id: string): TabPlace | undefined {
  for (const container of widgets.filter(isContainer)) {
    const tab = tabsOf(container).find(({ widgetIds }) => widgetIds.includes(id));
    if (tab) return { container: container.id, tab: tab.id };
  }
  return undefined;
}

/** The widgets that stand in no tab. */
export function topWidgets({ widgets }: Draft): readonly DraftWidget[] {
  const inTabs = new Set(widgets.filter(isContainer).flatMap((one) => tabsOf(one).flatMap((tab) => tab.widgetIds)));
  return widgets.filter(({ id }) => !inTabs.has(id));
}

/** The widgets of a tab. */
export function widgetsIn({ widgets }: Draft, { widgetIds }: Pick<DraftTab, 'widgetIds'>): readonly DraftWidget[] {
  return widgets.filter((widget) => widgetIds.includes(widget.id) && !isContainer(widget));
}

/** Moves widgets that a tab holds in itself next to the others, with a reference to the tab: so each has one position. */
export function flattened(draft: Draft): Draft {
  const inside: DraftWidget[] = [];
  const widgets = draft.widgets.map((widget) => {
    if (!isContainer(widget)) return widget;
    const { tabs } = recordOf(widget.config);
    const held = (Array.isArray(tabs) ? tabs : []).map((tab: unknown) => recordOf(tab)['widgets']);
    if (!held.some((each) => Array.isArray(each) && each.length > 0)) return widget;
    return withTabs(
      widget,
      tabsOf(widget).map((tab, index) => {
        const own = (Array.isArray(held[index]) ? held[index] : []) as readonly DraftWidget[]; // read by the same schema
        const shown = own.filter((each) => typeof each?.id === 'string' && !isContainer(each));
        inside.push(...shown);
        return { ...tab, widgetIds: [...tab.widgetIds, ...shown.map(({ id }) => id)] };
      }),
    );
  });
  return inside.length === 0 ? draft : { ...draft, widgets: [...widgets, ...inside] };
}

function withTabs(widget: DraftWidget, tabs: readonly DraftTab[]): DraftWidget {
  return {
    ...widget,
    config: { ...widget.config, tabs: tabs.map((tab) => ({ ...tab, widgetIds: [...tab.widgetIds] })) },
  };
}

/** Changes the tabs of a container. */
export function setTabs(
  draft: Draft,
  container: string,
  change: (tabs: readonly DraftTab[]) => readonly DraftTab[],
): Draft {
  const widgets = draft.widgets.map((one) => (one.id === container ? withTabs(one, change(tabsOf(one))) : one));
  return fitted({ ...draft, widgets });
}

/** Moves a tab by a step. */
export function moveTab(draft: Draft, { container, tab }: TabPlace, step: -1 | 1): Draft {
  return setTabs(draft, container, (tabs) => {
    const from = tabs.findIndex(({ id }) => id === tab);
    const [moved, to] = [tabs[from], from + step];
    return moved && tabs[to] ? tabs.toSpliced(from, 1).toSpliced(to, 0, moved) : tabs;
  });
}

/** Moves a widget to the end of a tab; `undefined`: to the end of the dashboard. */
export function moveTo(draft: Draft, id: string, place: TabPlace | undefined): Draft {
  const out = draft.widgets.map((one) => {
    if (!isContainer(one) || !tabsOf(one).some(({ widgetIds }) => widgetIds.includes(id))) return one;
    return withTabs(
      one,
      tabsOf(one).map((tab) => ({ ...tab, widgetIds: tab.widgetIds.filter((each) => each !== id) })),
    );
  });
  const others = { ...draft, widgets: out };
  const tab = place && tabsOf(out.find((one) => one.id === place.container) ?? {}).find((one) => one.id === place.tab);
  const y = bottomOf((tab ? widgetsIn(others, tab) : topWidgets(others)).filter((one) => one.id !== id));
  const widgets = out.map((one) => {
    if (one.id === id) return { ...one, position: { ...one.position, x: 0, y } };
    if (one.id !== place?.container) return one;
    return withTabs(
      one,
      tabsOf(one).map((each) => (each.id === place.tab ? { ...each, widgetIds: [...each.widgetIds, id] } : each)),
    );
  });
  return fitted({ ...draft, widgets });
}

/** Takes a tab off, or the container as a whole; what stands in it goes to the end of the dashboard. */
export function removeTab(
  draft: Draft,
  { container, tab }: { readonly container: string; readonly tab?: string },
): Draft {
  const found = draft.widgets.find(({ id }) => id === container);
  if (!found) return draft;
  const gone = tabsOf(found).filter(({ id }) => tab === undefined || id === tab);
  const moved = gone.flatMap(({ widgetIds }) => widgetIds).reduce((rest, id) => moveTo(rest, id, undefined), draft);
  if (tab === undefined) return { ...moved, widgets: moved.widgets.filter(({ id }) => id !== container) };
  return setTabs(moved, container, (tabs) => tabs.filter(({ id }) => id !== tab));
}

/** Makes containers as high as the longest of their tabs, so that nothing lies over what comes below; that moves down. */
export function fitted(draft: Draft): Draft {
  return draft.widgets.filter(isContainer).reduce((before, { id }) => {
    const container = before.widgets.find((one) => one.id === id);
    if (!container) return before;
    const rows = Math.max(emptyRows, ...tabsOf(container).map((tab) => bottomOf(widgetsIn(before, tab))));
    const { position } = container;
    const [h, end] = [rows + headRows, position.y + position.h];
    if (h === position.h) return before;
    const below = new Set(
      topWidgets(before).flatMap((one) => (one.position.y >= end && one.id !== id ? [one.id] : [])),
    );
    const widgets = before.widgets.map((one) => {
      if (one.id === id) return { ...one, position: { ...position, h } };
      return below.has(one.id) ? { ...one, position: { ...one.position, y: one.position.y + h - position.h } } : one;
    });
    return { ...before, widgets };
  }, draft);
}

function bottomOf(widgets: readonly DraftWidget[]): number {
  return Math.max(0, ...widgets.map(({ position: { y, h } }) => y + h));
}
