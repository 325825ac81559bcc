import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { askerOf } from '../../api/data.ts';
import { queries } from '../../api/queries.ts';
import { type Draft, type DraftWidget, reportIdOf, setPlaces } from '../../model/dashboard-draft.ts';
import { isContainer, moveTo, type TabPlace, topWidgets } from '../../model/dashboard-draft-tabs.ts';
import { InLook } from '../../tiles/in-look.tsx';
import type { Report } from '../report.ts';
import { useReportRows } from '../use-report-rows.ts';
import { BuilderGrid } from './builder-grid.tsx';
import { BuilderTile, type TileAction } from './builder-tile.tsx';
import { nameOfWidget } from './what-changes.ts';

const TabsTile = lazy(async () => ({ default: (await import('./later.ts')).TabsTile }));

interface DraftTilesProps {
  readonly deploymentId: number;
  readonly draft: Draft;
  readonly reports: readonly Report[];
  /** How the dashboard looks. Rows stay when it changes. */
  readonly look: unknown;
  readonly onChange: (change: (before: Draft) => Draft) => void;
  readonly onAct: (what: TileAction, widget: DraftWidget) => void;
}

/** The widgets of a draft on their grid, charts with their rows. */
export function DraftTiles({ deploymentId, draft, reports, look, onChange, onAct }: DraftTilesProps) {
  const asker = askerOf(deploymentId);
  const meta = useQuery(queries.meta(asker)).data;
  const shown = useMemo(() => {
    const ids = new Set(draft.widgets.filter(({ type }) => type === 'CHART').map(reportIdOf));
    return reports.filter(({ id }) => ids.has(id));
  }, [draft, reports]);
  const { stateOf, again } = useReportRows(asker, meta, shown);
  const nameOf = (widget: DraftWidget) => nameOfWidget(widget, reports);
  const renderTile = (widget: DraftWidget, handle: ReactNode) => {
    const name = nameOf(widget);
    if (isContainer(widget)) {
      return (
        <Suspense>
          <TabsTile {...{ widget, draft, name, handle, onChange, renderGrid }} />
        </Suspense>
      );
    }
    const report = reports.find(({ id }) => id === reportIdOf(widget));
    return (
      <BuilderTile
        {...{ widget, draft, name, report, handle }}
        state={report && stateOf(report.id)}
        onAct={(what) => onAct(what, widget)}
        onMove={(place) => onChange((before) => moveTo(before, widget.id, place))}
        onAgain={() => report && again(report.id)}
      />
    );
  };
  const renderGrid = (widgets: readonly DraftWidget[], tab?: TabPlace) => (
    <BuilderGrid
      draft={{ widgets: [...widgets] }}
      tab={tab}
      onMove={(id, place) => onChange((before) => moveTo(before, id, place))}
      nameOf={nameOf}
      onPlaces={(places) => onChange((before) => setPlaces(before, places))}
      render={renderTile}
    />
  );
  return <InLook theme={look}>{renderGrid(topWidgets(draft))}</InLook>;
}
