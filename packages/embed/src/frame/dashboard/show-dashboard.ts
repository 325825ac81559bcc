import type {
  FiltersPatch,
  FilterValue,
  FrameSignal,
  FrameStatement,
  GrainsPatch,
  HostMessage,
  ViewerState,
} from '../../protocol/index.ts';
import type { Refusal, Server } from '../ask-server.ts';
import { element } from '../elements.ts';
import { type ChartLine, ChartTile, type Look } from './chart-tile.ts';
import { ControlState, controlOf } from './control-state.ts';
import type { Suggestions } from './choice-list.ts';
import { ControlTile } from './control-tile.ts';
import { type DashboardAnswer, everyWidget, readWidgets, textOf, type Widget } from './dashboard.ts';
import { markdown } from './markdown.ts';

export interface DashboardInput {
  /** What the controls are set to at the beginning. */
  readonly start: { readonly filters: FiltersPatch; readonly timeGrains: GrainsPatch };
  /** Keeps what the controls are set to, after each change. */
  readonly keep: (state: ViewerState) => void;
  readonly server: Server;
  readonly dashboard: DashboardAnswer;
  readonly look: () => Look;
  readonly signal: (message: FrameSignal) => void;
  readonly state: (message: FrameStatement) => void;
}

/** A dashboard that is shown. */
export interface ShownDashboard {
  readonly root: HTMLElement;
  /** Does what the page around the frame says, as far as it is about the dashboard. */
  receive(message: HostMessage): void;
  /** Reads all data again. */
  load(): Promise<void>;
  /** Ends what is under way. */
  close(): void;
  redraw(): void;
  /** State of the controls, by member. */
  readonly state: ControlState;
}

/** The first line of the data of a dashboard. */
interface ControlsLine {
  readonly controls: { readonly filters: readonly (FilterValue & { readonly widgetId: string })[] };
}

const waitMs = 150;
const texts = { empty: 'This dashboard is empty.', unsupported: 'This part is not supported yet.' } as const;

export function showDashboard(input: DashboardInput): ShownDashboard {
  const { start, keep, server, dashboard, look, signal, state: tell } = input;
  const widgets = readWidgets(dashboard.config);
  const every = everyWidget(widgets);
  const path = `/embed/dashboard/${encodeURIComponent(dashboard.publicId)}`;
  const state = new ControlState(every.flatMap((widget) => controlOf(widget) ?? []));
  state.patch(start.filters, start.timeGrains);
  const charts = new Map<string, ChartTile>();
  const controls = new Map<string, ControlTile>();
  let loading = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const load = async () => {
    loading.abort();
    loading = new AbortController();
    const { signal: own } = loading;
    for (const tile of charts.values()) tile.wait();
    const left = new Set(charts.keys());
    const drawing: Promise<void>[] = [];
    const take = (line: unknown) => {
      if (!own.aborted) tellControls((line as Partial<ControlsLine>).controls); // a line of our server
      const { widgetId } = line as Partial<ChartLine>; // a line of our server
      const tile = own.aborted || widgetId === undefined ? undefined : charts.get(widgetId);
      if (!tile || widgetId === undefined || !left.delete(widgetId)) return;
      drawing.push(tile.show(line as ChartLine, look()));
    };
    const refusal = charts.size === 0 ? undefined : await server.lines(`${path}/data`, state.chosen(), take, own);
    if (own.aborted) return;
    for (const id of left) charts.get(id)?.fail(refusal?.text ?? texts.unsupported);
    if (refusal) signal({ type: 'ERROR', payload: errorOf(refusal) });
    await Promise.allSettled(drawing);
    if (!own.aborted) signal({ type: 'LOADED', payload: {} });
  };
  const tellControls = (values: ControlsLine['controls'] | undefined) => {
    if (!values) return;
    const byId = new Map(values.filters.map(({ widgetId, ...filter }) => [widgetId, filter]));
    for (const [id, tile] of controls) tile.tell(byId.get(id));
  };
  const loadSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), waitMs);
  };
  const onChange = () => {
    keep(state.state());
    tell({ type: 'FILTERS_CHANGED', payload: state.state() });
    loadSoon();
  };
  const patch = (given: Parameters<ControlState['patch']>) => {
    state.patch(...given);
    for (const control of controls.values()) control.show();
    keep(state.state());
    loadSoon();
  };

  const tileOf = (widget: Widget): HTMLElement | undefined => {
    switch (widget.type) {
      case 'CHART': {
        const tile = new ChartTile(widget, dashboard.reportSnapshots);
        charts.set(widget.id, tile);
        return tile.root;
      }
      case 'TEXT':
        return element('section', { className: 'text' }, markdown(textOf(widget.config['content']) ?? ''));
      case 'AI':
        return element('section', { className: 'text' }, markdown(textOf(widget.config['cachedContent']) ?? ''));
      case 'FILTER':
      case 'TIME_GRAIN': {
        const control = controlOf(widget);
        if (!control || control.visibility === 'hidden') return undefined;
        const suggest = async (search: string) => {
          const chosen = state.chosen().filters.filter((one) => !('widgetId' in one && one.widgetId === control.id));
          const asked = { widgetId: control.id, ...(search === '' ? {} : { search }), filters: chosen };
          const answer = await server.json<NonNullable<Suggestions>>(`${path}/values`, asked);
          return answer.ok ? answer.body : undefined;
        };
        const tile = new ControlTile({ control, state, suggest, onChange });
        controls.set(control.id, tile);
        return tile.root;
      }
      case 'TABS_CONTAINER':
        return tabs(widget, grid);
      default:
        return element('section', { className: 'text' }, element('p', {}, texts.unsupported));
    }
  };
  const grid = (some: readonly Widget[]): HTMLElement => {
    const placed = some.flatMap((widget) => {
      const tile = tileOf(widget);
      return tile ? [placeTile(tile, widget)] : [];
    });
    return element('div', { className: 'grid' }, ...placed);
  };

  const title = dashboard.title ?? '';
  const shown = widgets.length === 0 ? element('p', { className: 'notice' }, texts.empty) : grid(widgets);
  const root = element('main', { className: 'dashboard' }, element('h1', {}, title), shown);
  return {
    root,
    state,
    load,
    close: () => {
      clearTimeout(timer);
      loading.abort();
      for (const tile of charts.values()) tile.close();
    },
    redraw: () => {
      for (const tile of charts.values()) void tile.redraw(look());
    },
    receive: (message) => {
      if (message.type === 'SET_FILTERS') patch([message.payload, {}]);
      if (message.type === 'SET_TIME_GRAINS') patch([{}, message.payload]);
    },
  };
}

/** Codes are of this page; the texts of errors may have names of data in them, and stay here. */
export function errorOf({ status, requestId }: Refusal): { readonly code: string; readonly requestId?: string } {
  const code = status === 0 ? 'network' : `http.${status}`;
  return requestId === undefined ? { code } : { code, requestId };
}

function placeTile(tile: HTMLElement, { position: { x, y, w, h } }: Widget): HTMLElement {
  for (const [name, value] of Object.entries({ x: x + 1, y: y + 1, w, h }))
    tile.style.setProperty(`--${name}`, String(value));
  tile.classList.add('tile');
  return tile;
}

function tabs({ id, tabs: given }: Widget, grid: (some: readonly Widget[]) => HTMLElement): HTMLElement {
  const panels = given.map(({ widgets }, index) => {
    const panel = element('div', { id: `panel-${id}-${index}`, hidden: index > 0 }, grid(widgets));
    panel.role = 'tabpanel';
    panel.setAttribute('aria-labelledby', `tab-${id}-${index}`);
    return panel;
  });
  const buttons = given.map(({ title }, index) => {
    const button = element(
      'button',
      { type: 'button', id: `tab-${id}-${index}`, tabIndex: index === 0 ? 0 : -1 },
      title,
    );
    button.role = 'tab';
    button.setAttribute('aria-controls', `panel-${id}-${index}`);
    return button;
  });
  const choose = (chosen: number) => {
    for (const [index, button] of buttons.entries()) {
      button.ariaSelected = String(index === chosen);
      button.tabIndex = index === chosen ? 0 : -1;
      const panel = panels[index];
      if (panel) panel.hidden = index !== chosen;
    }
  };
  for (const [index, button] of buttons.entries()) {
    button.addEventListener('click', () => choose(index));
    button.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const next = (index + step + buttons.length) % buttons.length;
      choose(next);
      buttons[next]?.focus();
    });
  }
  choose(0);
  const list = element('div', { className: 'tabs' }, ...buttons);
  list.role = 'tablist';
  return element('section', { className: 'tabbed' }, list, ...panels);
}
