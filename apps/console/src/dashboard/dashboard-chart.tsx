import type { PlatformAnswer } from '@orrery/client';
import {
  type Control,
  type ControlsInEffect,
  nameOfControl,
  type Settings,
  shownOf,
  type TileData,
  type TileState,
  textOfValue,
  valueOf,
} from '@orrery/embed';
import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { ChartTile } from '../tiles/chart-tile.tsx';
import { dashboardWords as words } from '../words/dashboard-words.ts';
import { operatorText } from '../controls/operator-text.ts';
import { exploredChart } from './explored-chart.ts';

type ChartSnapshot = PlatformAnswer<'getDashboard'>['reportSnapshots'][number];

interface DashboardChartProps {
  readonly id: string;
  readonly snapshot: ChartSnapshot;
  readonly hasTitle: boolean;
  readonly config: Settings;
  readonly controls: readonly Control[];
  readonly deploymentId: number;
  /** State of its rows. */
  readonly state: TileState;
  readonly mayExplore: boolean;
  readonly onMapping: ((chart: string) => void) | undefined;
  readonly onAgain: (charts: readonly string[]) => void;
}

/** A chart of a dashboard. It renders for its own rows, and not for those of the others. */
export const DashboardChart = memo(function DashboardChart(props: DashboardChartProps) {
  const { id, snapshot, hasTitle, controls, deploymentId, state, mayExplore, onMapping, onAgain } = props;
  const navigate = useNavigate();
  const { acting, notFollowed } = controlsOf(controls, state.data);
  const explored = mayExplore ? exploredChart({ ...props, tile: state.data }) : undefined;
  return (
    <ChartTile
      shown={shownOf(snapshot)}
      hasTitle={hasTitle}
      state={state}
      filters={acting}
      notFollowed={notFollowed}
      onMapping={onMapping && (() => onMapping(id))}
      onAgain={() => onAgain([id])}
      onExplore={
        explored && (() => void navigate({ to: '/explore', search: { deployment: deploymentId, ...explored.search } }))
      }
      isExploredWhole={explored?.isFiltered === false}
    />
  );
});

/** The filters that the rows of a chart follow and the controls that they do not, in words. */
function controlsOf(controls: readonly Control[], tile: TileData | undefined) {
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
function textOfControl(control: Control, inEffect: ControlsInEffect): string | undefined {
  const name = nameOfControl(control);
  if (control.kind === 'grain') {
    const grain = inEffect.timeGrains.find(({ widgetId }) => widgetId === control.id)?.grain;
    return grain === undefined ? undefined : `${words.granularity(name)} ${grain}`;
  }
  const value = valueOf(control, undefined, inEffect);
  const text = textOfValue(value, words);
  return text === undefined ? undefined : `${name} ${operatorText(value.operator ?? 'equals')} ${text}`;
}
