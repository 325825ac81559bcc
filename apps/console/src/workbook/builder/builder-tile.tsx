import type { TileState } from '@orrery/embed';
import type { ReactNode } from 'react';
import { recordOf } from '../../model/record.ts';
import { ChartTile, TileMenu } from '../../tiles/chart-tile.tsx';
import { TextTile } from '../../tiles/text-tile.tsx';
import { workbookWords as words } from '../../words/workbook-words.ts';
import { type Report, shownOf } from '../report.ts';
import { type Draft, type DraftWidget, isControl } from '../../model/dashboard-draft.ts';
import { isContainer, tabOf, tabsOf, type TabPlace } from '../../model/dashboard-draft-tabs.ts';
import { controlsOf, followedBy } from './wiring.ts';

export type TileAction = 'remove' | 'title' | 'mapping' | 'edit';

interface BuilderTileProps {
  readonly widget: DraftWidget;
  readonly draft: Draft;
  readonly name: string;
  /** The report of a chart; absent when it is deleted. */
  readonly report: Report | undefined;
  /** State of the rows of a chart. */
  readonly state: TileState | undefined;
  /** The handle that moves the tile. */
  readonly handle: ReactNode;
  readonly onAct: (act: TileAction) => void;
  /** Moves it into a tab; `undefined`: out of its tab. */
  readonly onMove: (place: TabPlace | undefined) => void;
  readonly onAgain: () => void;
}

/** A tile where dashboards are built: what viewers see, and what can be done with it. */
export function BuilderTile({ widget, draft, name, report, state, handle, onAct, onMove, onAgain }: BuilderTileProps) {
  const config = recordOf(widget.config);
  const acts = [
    ...placesFor(widget, draft).map(([title, place]) => [title, () => onMove(place)] as const),
    ...actsOf(widget).map(([act, title]) => [title, () => onAct(act)] as const),
  ];
  if (widget.type === 'CHART' && report && state) {
    const { filters, notFollowed } = followedBy(widget, report, controlsOf(draft));
    return (
      <ChartTile
        shown={shownOf(report)}
        hasTitle={config['hideTitle'] !== true}
        state={state}
        filters={filters}
        notFollowed={notFollowed}
        onMapping={() => onAct('mapping')}
        isMapped
        onAgain={onAgain}
        acts={acts}
      >
        {handle}
      </ChartTile>
    );
  }
  return (
    <section className="tile edited-tile" aria-label={name}>
      <header>
        <h2>{isControl(widget) ? name : ''}</h2>
        {handle}
        <TileMenu title={name} acts={acts} />
      </header>
      {widget.type === 'TEXT' ? <TextTile content={String(config['content'] ?? '')} /> : null}
      {widget.type === 'CHART' ? (
        <p className="tile-notice" role="alert">
          {words.noReport}
        </p>
      ) : null}
    </section>
  );
}

/** Tabs that a widget can be moved to, by their names; `undefined` is the dashboard itself. */
function placesFor(
  { id }: DraftWidget,
  draft: Draft,
): readonly (readonly [name: string, place: TabPlace | undefined])[] {
  const now = tabOf(draft, id);
  const tabs = draft.widgets
    .filter(isContainer)
    .flatMap((container) =>
      tabsOf(container).map(({ id: tab, title }) => ({ title, place: { container: container.id, tab } })),
    );
  const seen = new Map<string, number>();
  const named = tabs.map(({ title, place }) => {
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    return [words.moveIn(count === 1 ? title : `${title} (${count})`), place] as const;
  });
  const others = named.filter(([, { container, tab }]) => container !== now?.container || tab !== now.tab);
  return now ? [[words.moveOut, undefined], ...others] : others;
}

function actsOf({ type, config }: DraftWidget): readonly (readonly [TileAction, string])[] {
  const remove = ['remove', words.remove] as const;
  if (type === 'CHART') {
    const title = config?.['hideTitle'] === true ? words.showTitle : words.hideTitle;
    return [['mapping', words.mapping], ['title', title], remove];
  }
  if (type === 'TEXT') return [['edit', words.editText], remove];
  return isControl({ type }) ? [['edit', words.settings], remove] : [remove];
}
