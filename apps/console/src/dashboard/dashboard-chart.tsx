import type { PlatformAnswer } from '@orrery/client';
import type { Control, Settings } from '@orrery/embed';
import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { ChartTile } from '../tiles/chart-tile.tsx';
import type { Shown } from '../tiles/tile-data.ts';
import { dashboardWords as words, operatorText } from '../words/dashboard-words.ts';
import { nameOfControl, textOfValue, valueOf } from './control-text.ts';
import { exploredChart } from './explored-chart.ts';
import type { InEffect, LoadedTile } from './use-dashboard-data.ts';

type Snapshot = PlatformAnswer<'getDashboard'>['reportSnapshots'][number];

interface DashboardChartProps {
  readonly id: string;
  readonly snapshot: Snapshot;
  readonly config: Settings;
  readonly controls: readonly Control[];
  readonly deploymentId: number;
  /** Absent: nothing came yet. */
  readonly tile: LoadedTile | undefined;
  readonly isLoading: boolean;
  readonly isCancelled: boolean;
  readonly mayExplore: boolean;
  readonly onMapping: ((chart: string) => void) | undefined;
  readonly onAgain: (charts: readonly string[]) => void;
}

/** A chart of a dashboard. It renders for its own rows, and not for those of the others. */
export const DashboardChart = memo(function DashboardChart(props: DashboardChartProps) {
  const { id, snapshot, config, controls, deploymentId, tile, isLoading, isCancelled, mayExplore, onMapping, onAgain } =
    props;
  const navigate = useNavigate();
  const { acting, notFollowed } = controlsOf(controls, tile);
  const explored = mayExplore ? exploredChart(props) : undefined;
  return (
    <ChartTile
      shown={shownOf(snapshot)}
      hasTitle={config['hideTitle'] !== true}
      data={tile}
      isLoading={isLoading}
      isCancelled={isCancelled}
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

function shownOf({ title, name, kind, spec, preferences }: Snapshot): Shown {
  return { title: title || name || '', kind, spec, columnFormats: preferences?.columnFormats };
}
