import type { PlatformAnswer } from '@orrery/client';
import {
  chartsShown,
  type Control,
  ControlState,
  controlOf,
  everyWidget,
  readAddress,
  readWidgets,
  textOf,
  type Widget,
  writeAddress,
} from '@orrery/embed';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { ChartTile } from '../tiles/chart-tile.tsx';
import { InLook } from '../tiles/in-look.tsx';
import { TextTile } from '../tiles/text-tile.tsx';
import type { Shown } from '../tiles/tile-data.ts';
import { TileGrid } from '../tiles/tile-grid.tsx';
import { dashboardWords as words } from '../words/dashboard-words.ts';
import { nameOfControl, operatorText, textOfValue, valueOf } from './control-text.ts';
import { exploredChart } from './explored-chart.ts';
import { type InEffect, type LoadedTile, useDashboardData } from './use-dashboard-data.ts';

/** Not every dashboard has controls, and the first chart needs none. */
const ControlTile = lazy(() => import('./control-tile.tsx'));

type Dashboard = PlatformAnswer<'getDashboard'>;

interface DashboardViewProps {
  readonly dashboard: Dashboard;
  /** Shows the rows of this version; absent: of the published one. */
  readonly versionId?: number;
  readonly title: string;
  readonly mayExplore: boolean;
  /** Opens the mapping of controls to a chart, for those who may change it. */
  readonly onMapping: ((chart: string) => void) | undefined;
  readonly actions: ReactNode;
}

/** The charts, texts and controls of a dashboard. What is set at the controls stands in the address. */
export function DashboardView(props: DashboardViewProps) {
  const { dashboard, versionId, title, mayExplore, onMapping, actions } = props;
  const { publicId, config, reportSnapshots, deploymentId } = dashboard;
  const source = versionId === undefined ? { publicId } : { publicId, versionId };
  const navigate = useNavigate();
  const widgets = useMemo(() => readWidgets(config), [config]);
  const state = useMemo(() => {
    const made = new ControlState(everyWidget(widgets).flatMap((widget) => controlOf(widget) ?? []));
    const { filters, timeGrains } = readAddress(location.search);
    made.patch(filters, timeGrains);
    return made;
  }, [widgets]);
  const [chosen, setChosen] = useState(() => JSON.stringify(state.chosen()));
  const [tabs, setTabs] = useState<ReadonlyMap<string, number>>(new Map());
  const charts = useMemo(() => chartsShown(widgets, tabs), [widgets, tabs]);
  const data = useDashboardData(source, charts, chosen);
  const onChange = () => {
    writeAddress(window, state.state());
    setChosen(JSON.stringify(state.chosen()));
  };
  const reset = () => {
    for (const { id } of state.controls) {
      state.setFilter(id, undefined);
      state.setGrain(id, undefined);
    }
    onChange();
  };
  const isChanged = chosen !== JSON.stringify({ filters: [], timeGrains: [] });

  const waiting = charts.filter((id) => data.waiting.has(id));

  const render = (widget: Widget): ReactNode => {
    const { id, type, config: settings } = widget;
    if (type === 'TEXT' || type === 'AI') {
      return <TextTile content={textOf(settings[type === 'TEXT' ? 'content' : 'cachedContent']) ?? ''} />;
    }
    if (type === 'FILTER' || type === 'TIME_GRAIN') {
      const control = controlOf(widget);
      if (!control || control.visibility === 'hidden') return null;
      return (
        <Suspense>
          <ControlTile control={control} state={state} inEffect={data.inEffect} source={source} onChange={onChange} />
        </Suspense>
      );
    }
    if (type !== 'CHART') return <p className="tile tile-notice">{words.unsupported}</p>;
    const snapshot = reportSnapshots.find(({ reportId }) => reportId === settings['reportId']);
    if (!snapshot) return <p className="tile tile-notice">{words.noReport}</p>;
    const own = data.tiles.get(id);
    const { acting, notFollowed } = controlsOf(state.controls, own);
    const isOld = own !== undefined && own.chosen !== chosen;
    const explored = mayExplore
      ? exploredChart({ snapshot, config: settings, controls: state.controls, tile: own })
      : undefined;
    return (
      <ChartTile
        shown={shownOf(snapshot)}
        hasTitle={settings['hideTitle'] !== true}
        data={own}
        isLoading={data.waiting.has(id)}
        isCancelled={data.cancelled.has(id) && (!own || isOld)}
        filters={acting}
        notFollowed={notFollowed}
        onMapping={onMapping && (() => onMapping(id))}
        onAgain={() => data.again([id])}
        onExplore={
          explored &&
          (() => void navigate({ to: '/explore', search: { deployment: deploymentId, ...explored.search } }))
        }
        isExploredWhole={explored?.isFiltered === false}
      />
    );
  };
  return (
    <>
      <PageBar title={title}>
        {waiting.length > 0 ? (
          <>
            <span role="status" className="help">
              {words.loading(waiting.length, charts.length)}
            </span>
            <Button onPress={data.cancel}>{words.cancel}</Button>
          </>
        ) : null}
        {isChanged ? <Button onPress={reset}>{words.reset}</Button> : null}
        {charts.length > 0 ? <Button onPress={data.refresh}>{words.refresh}</Button> : null}
        {actions}
      </PageBar>
      <div className="page dashboard">
        {widgets.length === 0 ? <p>{words.empty}</p> : null}
        <InLook theme={config.theme}>
          <TileGrid
            widgets={widgets}
            render={render}
            tabs={tabs}
            onTab={(container, tab) => setTabs((before) => new Map(before).set(container, tab))}
          />
        </InLook>
      </div>
    </>
  );
}

/** The filters that the rows of a chart follow and the controls that they do not, in words. */
function controlsOf(controls: readonly Control[], tile: LoadedTile | undefined) {
  const { inEffect, notFollowed = [] } = tile ?? {};
  const named = controls.flatMap((control) => {
    const text = inEffect && control.visibility !== 'hidden' ? textOfControl(control, inEffect) : undefined;
    if (text === undefined) return [];
    const ignored = notFollowed.find((one) => one.control === control.id);
    return [{ name: text, kind: control.kind, ignored }];
  });
  return {
    acting: named.filter(({ kind, ignored }) => kind === 'filter' && !ignored).map(({ name }) => name),
    notFollowed: named.flatMap(({ name, ignored }) => (ignored ? [{ ...ignored, name }] : [])),
  };
}

/** @returns `undefined` for a control that is not set */
function textOfControl(control: Control, inEffect: InEffect): string | undefined {
  const name = nameOfControl(control);
  if (control.kind === 'grain') {
    const grain = inEffect.timeGrains.find(({ widgetId }) => widgetId === control.id)?.grain;
    return grain === undefined ? undefined : `${words.granularity(name)} ${grain}`;
  }
  const value = valueOf(control, undefined, inEffect);
  const text = textOfValue(value);
  return text === words.all ? undefined : `${name} ${operatorText(value.operator ?? 'equals')} ${text}`;
}

type Snapshot = Dashboard['reportSnapshots'][number];

function shownOf({ title, name, kind, spec, preferences }: Snapshot): Shown {
  return { title: title || name || '', kind, spec, columnFormats: preferences?.columnFormats };
}
