/** A published dashboard, as far as pages read it. Free-form parts may have any content. */
export interface DashboardAnswer {
  readonly publicId: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly config: { readonly widgets?: readonly unknown[] | null; readonly theme?: unknown };
  readonly reportSnapshots: readonly Snapshot[];
}

export interface Snapshot {
  readonly reportId: number;
  readonly title: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly kind: string | null;
  readonly spec: unknown;
  readonly preferences: { readonly columnFormats?: Readonly<Record<string, unknown>> | null } | null;
}

export type Settings = Readonly<Record<string, unknown>>;

export interface Position {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A part of a dashboard. */
export interface Widget {
  readonly id: string;
  readonly type: string;
  readonly position: Position;
  /** Places on smaller screens, where the dashboard says them. */
  readonly layouts: Readonly<Partial<Record<string, Position>>>;
  readonly config: Settings;
  /** Tabs of a container, with the widgets in them. */
  readonly tabs: readonly { readonly title: string; readonly widgets: readonly Widget[] }[];
}

const columns = 12;
const mostRows = 200;
const deepest = 4;

/** Reads the widgets in the order of reading. Widgets that tabs name stand in their tabs only. */
export function readWidgets(config: DashboardAnswer['config']): readonly Widget[] {
  const all = (config.widgets ?? []).flatMap((one) => readWidget(one, 0));
  const byId = new Map(all.map((widget) => [widget.id, widget]));
  const inTabs = new Set<string>();
  const filled = all.map((widget) => {
    if (widget.type !== 'TABS_CONTAINER') return widget;
    const given = Array.isArray(widget.config['tabs']) ? widget.config['tabs'].map(settingsOf) : [];
    const tabs = widget.tabs.map((tab, index) => {
      const ids: readonly unknown[] = Array.isArray(given[index]?.['widgetIds']) ? given[index]['widgetIds'] : [];
      const named = ids.flatMap((id) => {
        const one = typeof id === 'string' && id !== widget.id && !inTabs.has(id) ? byId.get(id) : undefined;
        if (!one || one.type === 'TABS_CONTAINER') return [];
        inTabs.add(one.id);
        return [one];
      });
      return { ...tab, widgets: inOrder([...tab.widgets, ...named]) };
    });
    return { ...widget, tabs };
  });
  return inOrder(filled.filter(({ id }) => !inTabs.has(id)));
}

/** All widgets, those in tabs included. */
export function everyWidget(widgets: readonly Widget[]): readonly Widget[] {
  return widgets.flatMap((widget) => [widget, ...widget.tabs.flatMap((tab) => everyWidget(tab.widgets))]);
}

/**
 * Ids of the charts that can be seen, in the order of reading: those in tabs that are not open wait.
 *
 * @param opened index of the open tab by container, where it is not the first
 */
export function chartsShown(widgets: readonly Widget[], opened: ReadonlyMap<string, number>): readonly string[] {
  return widgets.flatMap(({ id, type, tabs: given }) => {
    if (type === 'CHART') return [id];
    const open = given[opened.get(id) ?? 0];
    return open ? chartsShown(open.widgets, opened) : [];
  });
}

export function settingsOf(value: unknown): Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Settings) : {};
}

export function filledText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function readWidget(given: unknown, depth: number): readonly Widget[] {
  const { id, type, config, position, responsiveLayouts } = settingsOf(given);
  if (typeof id !== 'string' || typeof type !== 'string' || depth > deepest) return [];
  const settings = settingsOf(config);
  const tabs = type === 'TABS_CONTAINER' && Array.isArray(settings['tabs']) ? settings['tabs'] : [];
  return [
    {
      id,
      type,
      config: settings,
      position: readPosition(settingsOf(position)),
      layouts: Object.fromEntries(
        Object.entries(settingsOf(responsiveLayouts)).flatMap(([size, place]) =>
          typeof place === 'object' && place !== null ? [[size, readPosition(settingsOf(place))]] : [],
        ),
      ),
      tabs: tabs.map((tab: unknown, index) => {
        const { title, widgets } = settingsOf(tab);
        const inside = Array.isArray(widgets) ? widgets.flatMap((one) => readWidget(one, depth + 1)) : [];
        return { title: filledText(title) ?? `Tab ${index + 1}`, widgets: inOrder(inside) };
      }),
    },
  ];
}

function readPosition({ x, y, w, h }: Settings): Position {
  const whole = (value: unknown, least: number, most: number) =>
    Math.min(Math.max(Number.isInteger(value) ? Number(value) : least, least), most);
  const left = whole(x, 0, columns - 1);
  return { x: left, y: whole(y, 0, 10_000), w: whole(w, 1, columns - left), h: whole(h, 1, mostRows) };
}

function inOrder(widgets: readonly Widget[]): readonly Widget[] {
  return widgets.toSorted((one, other) => one.position.y - other.position.y || one.position.x - other.position.x);
}
