import type { PlatformSchemas } from '@orrery/client';
import { recordOf } from './record.ts';
import { fitted, flattened, isContainer, moveTo, removeTab, topWidgets } from './dashboard-draft-tabs.ts';

export type Draft = PlatformSchemas['DashboardConfigInput'];
export type DraftWidget = Draft['widgets'][number];
export type WidgetType = DraftWidget['type'];
export type WidgetConfig = NonNullable<DraftWidget['config']>;
export type WidgetPosition = DraftWidget['position'];

export const columns = 12;

/** A draft as it is stored, which may have no widgets. */
export function draftOf(stored: PlatformSchemas['DashboardConfig'] | null): Draft {
  return stored ? flattened({ ...stored, widgets: stored.widgets ?? [] } as Draft) : { widgets: [] }; // what was stored was read by the same schema
}

const sizes: Readonly<Record<WidgetType, { readonly w: number; readonly h: number }>> = {
  CHART: { w: 6, h: 8 },
  TEXT: { w: 6, h: 3 },
  AI: { w: 6, h: 4 },
  FILTER: { w: 3, h: 2 },
  TIME_GRAIN: { w: 3, h: 2 },
  TABS_CONTAINER: { w: 12, h: 10 },
};

export function isControl({ type }: Pick<DraftWidget, 'type'>): boolean {
  return type === 'FILTER' || type === 'TIME_GRAIN';
}

/** The report that a chart shows. */
export function reportIdOf({ config }: Pick<DraftWidget, 'config'>): number {
  return Number(recordOf(config)['reportId']);
}

interface Added {
  readonly id: string;
  readonly type: WidgetType;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Adds a widget: a control to the row at the top, any other one below the last row, or next to the last widget if it fits. */
export function addWidget(draft: Draft, { id, type, config }: Added): Draft {
  const { w, h } = sizes[type];
  const made = (x: number, y: number): DraftWidget => ({ id, type, config: { ...config }, position: { x, y, w, h } });
  const { widgets } = draft;
  const outside = topWidgets(draft);
  if (!isControl({ type })) return { ...draft, widgets: [...widgets, made(...placeBelow(outside, w))] };
  const top = outside.filter(({ position }) => position.y === 0);
  const end = Math.max(0, ...top.map(({ position: { x, w: width } }) => x + width));
  if (top.length > 0 && top.every(isControl) && end + w <= columns) {
    return { ...draft, widgets: [...widgets, made(end, 0)] };
  }
  const lower = widgets.map((one) =>
    outside.includes(one) ? { ...one, position: { ...one.position, y: one.position.y + h } } : one,
  );
  return { ...draft, widgets: [...lower, made(0, 0)] };
}

function placeBelow(widgets: readonly DraftWidget[], w: number): readonly [number, number] {
  const bottom = Math.max(0, ...widgets.map(({ position: { y, h } }) => y + h));
  const last = widgets.at(-1);
  if (!last || isControl(last)) return [0, bottom];
  const { x, y, w: width, h } = last.position;
  const isFree = widgets.every(
    ({ position: other }) => other === last.position || other.y + other.h <= y || other.x < x,
  );
  return isFree && x + width + w <= columns && y + h === bottom ? [x + width, y] : [0, bottom];
}

export function removeWidget(draft: Draft, id: string): Draft {
  const widget = draft.widgets.find((one) => one.id === id);
  if (widget && isContainer(widget)) return removeTab(draft, { container: id });
  const outside = moveTo(draft, id, undefined);
  return { ...outside, widgets: outside.widgets.filter((one) => one.id !== id) };
}

/** Changes settings of a widget; `undefined` takes one away. */
export function setConfig(draft: Draft, id: string, change: Readonly<Record<string, unknown>>): Draft {
  const changed = (config: DraftWidget['config']) =>
    Object.fromEntries(Object.entries({ ...config, ...change }).filter(([, value]) => value !== undefined));
  return {
    ...draft,
    widgets: draft.widgets.map((widget) => (widget.id === id ? { ...widget, config: changed(widget.config) } : widget)),
  };
}

/** Moves widgets to other places. @returns the same draft where they are there already */
export function setPlaces(draft: Draft, places: ReadonlyMap<string, WidgetPosition>): Draft {
  const moved = draft.widgets.map((widget) => {
    const position = places.get(widget.id) ?? widget.position;
    const { x, y, w, h } = widget.position;
    const isSame = position.x === x && position.y === y && position.w === w && position.h === h;
    return isSame ? widget : { ...widget, position };
  });
  return moved.every((widget, index) => widget === draft.widgets[index]) ? draft : fitted({ ...draft, widgets: moved });
}

/** @param theme `undefined`: the look of the application */
export function withTheme({ theme: _, ...draft }: Draft, theme: Draft['theme']): Draft {
  return theme ? { ...draft, theme } : draft;
}
