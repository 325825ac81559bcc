import type { ReactNode } from 'react';
import { recordOf } from '../../model/record.ts';
import { ChartTile, TileMenu } from '../../tiles/chart-tile.tsx';
import { TextTile } from '../../tiles/text-tile.tsx';
import type { TileData } from '../../tiles/tile-data.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import { type Report, shownOf } from '../report.ts';
import { type Draft, type DraftWidget, isControl } from './draft.ts';
import { controlsOf, followedBy } from './wiring.ts';

export type TileAct = 'remove' | 'title' | 'mapping' | 'edit';

interface BuilderTileProps {
  readonly widget: DraftWidget;
  readonly draft: Draft;
  readonly name: string;
  /** Of a chart; absent: it is not there any more. */
  readonly report: Report | undefined;
  readonly data: TileData | undefined;
  /** Newer rows are on their way. */
  readonly isWaiting: boolean;
  /** The handle that moves the tile. */
  readonly handle: ReactNode;
  readonly onAct: (act: TileAct) => void;
  readonly onAgain: () => void;
}

/** A tile where dashboards are built: what viewers see, and what can be done with it. */
export function BuilderTile({
  widget,
  draft,
  name,
  report,
  data,
  isWaiting,
  handle,
  onAct,
  onAgain,
}: BuilderTileProps) {
  const config = recordOf(widget.config);
  const acts = actsOf(widget).map(([act, title]) => [title, () => onAct(act)] as const);
  if (widget.type === 'CHART' && report) {
    const { filters, notFollowed } = followedBy(widget, report, controlsOf(draft));
    return (
      <ChartTile
        shown={shownOf(report)}
        hasTitle={config['hideTitle'] !== true}
        data={data}
        isLoading={data === undefined || isWaiting}
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

function actsOf({ type, config }: DraftWidget): readonly (readonly [TileAct, string])[] {
  const remove = ['remove', words.remove] as const;
  if (type === 'CHART') {
    const title = config?.['hideTitle'] === true ? words.showTitle : words.hideTitle;
    return [['mapping', words.mapping], ['title', title], remove];
  }
  if (type === 'TEXT') return [['edit', words.editText], remove];
  return isControl({ type }) ? [['edit', words.settings], remove] : [remove];
}
