import type {
  FiltersPatch,
  FrameSignal,
  FrameStatement,
  GrainsPatch,
  HostMessage,
  ViewerState,
} from '../../protocol/index.ts';
import type { ServerRefusal, Server } from '../ask-server.ts';
import { element, markdown } from '../../markup/index.ts';
import type { BodyLook } from '../../body/index.ts';
import { ChartTile } from './chart-tile.ts';
import type { Suggestions } from './choice-list.ts';
import { ControlTile } from './control-tile.ts';
import {
  chartsShown,
  contentOf,
  ControlState,
  controlOf,
  type DashboardAnswer,
  dashboardTexts,
  everyWidget,
  gridPlaces,
  openTabByKey,
  readDashboard,
  readWidgets,
  tabsOf,
  TileRows,
  type Widget,
} from '../../view/index.ts';

export interface DashboardInput {
  /** Values of the controls at the beginning. */
  readonly start: { readonly filters: FiltersPatch; readonly timeGrains: GrainsPatch };
  /** Keeps what the controls are set to, after each change. */
  readonly keep: (state: ViewerState) => void;
  readonly server: Server;
  readonly dashboard: DashboardAnswer;
  readonly look: () => BodyLook;
  readonly signal: (message: FrameSignal) => void;
  readonly state: (message: FrameStatement) => void;
}

/** A dashboard that is shown. */
export interface DashboardFrame {
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

const waitMs = 150;
const texts = { lost: 'There is no answer for this chart.' } as const;

export function showDashboard(input: DashboardInput): DashboardFrame {
  const { start, keep, server, dashboard, look, signal, state: tell } = input;
  const widgets = readWidgets(dashboard.config);
  const every = everyWidget(widgets);
  const path = `/embed/dashboard/${encodeURIComponent(dashboard.publicId)}`;
  const state = new ControlState(every.flatMap((widget) => controlOf(widget) ?? []));
  state.patch(start.filters, start.timeGrains);
  const charts = new Map<string, ChartTile>();
  const controls = new Map<string, ControlTile>();
  /** The open tab of each container, where it is not the first. */
  const opened = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Drawings that are not finished. */
  const drawings = new Set<Promise<void>>();
  let [loading, isClosed] = [0, false];
  const rows = new TileRows(
    readDashboard({
      lines: async (body, take, ending) => {
        const refusal = await server.lines(`${path}/data`, body, take, ending);
        if (refusal && !ending.aborted) signal({ type: 'ERROR', payload: errorOf(refusal) });
        return refusal?.text;
      },
      lost: texts.lost,
      onControls: (inEffect) => {
        for (const tile of controls.values()) tile.tell(inEffect);
      },
    }),
  );
  rows.subscribe(() => {
    for (const [id, tile] of charts) {
      const drawing = tile.show(rows.state(id), look());
      drawings.add(drawing);
      void Promise.allSettled([drawing]).then(() => drawings.delete(drawing));
    }
  });
  const requests = () => new Map(chartsShown(widgets, opened).map((id) => [id, JSON.stringify(state.chosen())]));
  /** Signals the page around the frame when all requested charts are drawn. */
  const drawn = async (reading: Promise<void>) => {
    loading += 1;
    await reading;
    await Promise.allSettled(drawings);
    loading -= 1;
    if (loading === 0 && !isClosed) signal({ type: 'LOADED', payload: {} });
  };
  const load = () => drawn(rows.loadAnew(requests()));
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
    const content = contentOf(widget, dashboard.reportSnapshots);
    switch (content.kind) {
      case 'chart': {
        const tile = new ChartTile(content, () => void drawn(rows.again([widget.id])));
        charts.set(widget.id, tile);
        return tile.root;
      }
      case 'text':
        return element('section', { className: 'text' }, markdown(content.text));
      case 'control': {
        const { control } = content;
        const suggest = async (search: string) => {
          const request = state.valuesRequest(control.id, search);
          const answer = await server.json<NonNullable<Suggestions>>(`${path}/values`, request);
          return answer.ok ? answer.body : undefined;
        };
        const tile = new ControlTile({ control, state, suggest, onChange });
        controls.set(control.id, tile);
        return tile.root;
      }
      case 'tabs':
        return tabs(widget, grid, (tab) => {
          opened.set(widget.id, tab);
          const reading = rows.load(requests());
          if (chartsShown([widget], opened).some((id) => rows.state(id).isLoading)) void drawn(reading);
        });
      case 'nothing':
        return undefined;
      case 'unsupported':
        return element('section', { className: 'text' }, element('p', {}, dashboardTexts.unsupported));
    }
  };
  const grid = (some: readonly Widget[]): HTMLElement => {
    const tiles = some.flatMap((widget) => {
      const tile = tileOf(widget);
      return tile ? [{ tile, widget }] : [];
    });
    const places = gridPlaces(tiles.map(({ widget }) => widget));
    const placed = tiles.map(({ tile, widget: { id } }) => placeTile(tile, places.get(id) ?? {}));
    return element('div', { className: 'grid' }, ...placed);
  };

  const title = dashboard.title ?? '';
  const shown = widgets.length === 0 ? element('p', { className: 'notice' }, dashboardTexts.empty) : grid(widgets);
  const root = element('main', { className: 'dashboard' }, element('h1', {}, title), shown);
  return {
    root,
    state,
    load,
    close: () => {
      clearTimeout(timer);
      isClosed = true;
      rows.stop();
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
export function errorOf({ status, requestId }: ServerRefusal): { readonly code: string; readonly requestId?: string } {
  const code = status === 0 ? 'network' : `http.${status}`;
  return requestId === undefined ? { code } : { code, requestId };
}

function placeTile(tile: HTMLElement, place: Readonly<Record<string, string>>): HTMLElement {
  for (const [name, value] of Object.entries(place)) tile.style.setProperty(name, value);
  tile.classList.add('tile');
  return tile;
}

function tabs(
  widget: Widget,
  grid: (some: readonly Widget[]) => HTMLElement,
  onOpen: (tab: number) => void,
): HTMLElement {
  let at = 0;
  const { name, tabs: first } = tabsOf(widget, at);
  const buttons = first.map(({ content: { title } }) => element('button', { type: 'button' }, title));
  const panels = first.map(({ content: { widgets } }) => element('div', {}, grid(widgets)));
  const choose = (chosen: number) => {
    at = chosen;
    for (const [index, { tab, panel, isOpen }] of tabsOf(widget, at).tabs.entries()) {
      const [button, content] = [buttons[index], panels[index]];
      if (!button || !content) continue;
      setAttributes(button, tab);
      setAttributes(content, panel);
      content.hidden = !isOpen;
    }
  };
  const open = (chosen: number) => {
    choose(chosen);
    onOpen(chosen);
  };
  choose(at);
  const list = element('div', { className: 'tabs', role: 'tablist', ariaLabel: name }, ...buttons);
  for (const [index, button] of buttons.entries()) button.addEventListener('click', () => open(index));
  list.addEventListener('keydown', (event) => openTabByKey(event, list, at, open));
  return element('section', { className: 'tabbed' }, list, ...panels);
}

function setAttributes(made: HTMLElement, attributes: Readonly<Record<string, string | number | boolean>>): void {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
}
