import type { PlatformAnswer } from '@orrery/client';
import {
  chartsShown,
  contentOf,
  ControlState,
  controlOf,
  everyWidget,
  readAddress,
  readWidgets,
  type Widget,
  writeAddress,
} from '@orrery/embed';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { InLook } from '../tiles/in-look.tsx';
import { TextTile } from '../tiles/text-tile.tsx';
import { TileGrid } from '../tiles/tile-grid.tsx';
import { dashboardWords as words } from '../words/dashboard-words.ts';
import { tileWords } from '../words/tile-words.ts';
import { DashboardChart } from './dashboard-chart.tsx';
import { useDashboardData } from './use-dashboard-data.ts';

/** Not every dashboard has controls, and the first chart needs none. */
const ControlTile = lazy(() => import('./control-tile.tsx'));

type PublishedDashboard = PlatformAnswer<'getDashboard'>;

interface DashboardViewProps {
  readonly dashboard: PublishedDashboard;
  /** Shows the rows of this version; absent: of the published one. */
  readonly versionId?: number;
  readonly title: string;
  readonly mayExplore: boolean;
  /** Opens the mapping of controls to a chart, for users who may change it. */
  readonly onMapping: ((chart: string) => void) | undefined;
  readonly actions: ReactNode;
}

/** The charts, texts and controls of a dashboard. The values of the controls are in the address. */
export function DashboardView(props: DashboardViewProps) {
  const { dashboard, versionId, title, mayExplore, onMapping, actions } = props;
  const { publicId, config, reportSnapshots, deploymentId } = dashboard;
  const source = useMemo(() => ({ publicId, versionId }), [publicId, versionId]);
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
  const { rows, inEffect, again } = useDashboardData(source, charts, chosen);
  const onChange = useCallback(() => {
    writeAddress(window, state.state());
    setChosen(JSON.stringify(state.chosen()));
  }, [state]);
  const reset = () => {
    for (const { id } of state.controls) {
      state.setFilter(id, undefined);
      state.setGrain(id, undefined);
    }
    onChange();
  };
  const isChanged = chosen !== JSON.stringify({ filters: [], timeGrains: [] });

  const waiting = charts.filter((id) => rows.state(id).isLoading);

  const render = (widget: Widget): ReactNode => {
    const { id, config: settings } = widget;
    const content = contentOf(widget, reportSnapshots);
    switch (content.kind) {
      case 'chart':
        if (!content.snapshot) return <p className="tile tile-notice">{tileWords.noReport}</p>;
        return (
          <DashboardChart
            id={id}
            snapshot={content.snapshot}
            hasTitle={content.hasTitle}
            config={settings}
            controls={state.controls}
            deploymentId={deploymentId}
            state={rows.state(id)}
            mayExplore={mayExplore}
            onMapping={onMapping}
            onAgain={again}
          />
        );
      case 'text':
        return <TextTile content={content.text} />;
      case 'control':
        return (
          <Suspense>
            <ControlTile
              control={content.control}
              state={state}
              filter={state.filter(id)}
              grain={state.grain(id)}
              inEffect={inEffect}
              source={source}
              onChange={onChange}
            />
          </Suspense>
        );
      case 'nothing':
        return null;
      default:
        return <p className="tile tile-notice">{words.unsupported}</p>;
    }
  };
  return (
    <>
      <PageBar title={title}>
        {waiting.length > 0 ? (
          <>
            <span role="status" className="help">
              {words.loading(waiting.length, charts.length)}
            </span>
            <Button onPress={() => rows.cancel()}>{words.cancel}</Button>
          </>
        ) : null}
        {isChanged ? <Button onPress={reset}>{words.reset}</Button> : null}
        {charts.length > 0 ? <Button onPress={() => void rows.refresh()}>{words.refresh}</Button> : null}
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
