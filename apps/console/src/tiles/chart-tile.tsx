import {
  csvOfTile,
  download,
  mayHelpAgain,
  notesOf,
  type DisplaySettings,
  type TileData,
  type TileState,
} from '@orrery/embed';
import { Ellipsis } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../controls/button.tsx';
import '../style/tiles.css';
import { controlWords } from '../words/control-words.ts';
import { tileWords as words } from '../words/tile-words.ts';
import { ChartBody } from './chart-body.tsx';
import type { UnfollowedControl, TileDialogKind } from './tile-data.ts';
import { loadLater } from './load-later.ts';
import { useIsNear } from './use-is-near.ts';

const TileDialog = lazy(async () => ({ default: (await loadLater()).TileDialog }));
const TileControls = lazy(async () => ({ default: (await loadLater()).TileControls }));

export type TileCommand = readonly [title: string, act: () => void];

interface ChartTileProps {
  readonly shown: DisplaySettings;
  readonly hasTitle: boolean;
  /** State of its rows. */
  readonly state: TileState;
  /** Names of the filters that act on it. */
  readonly filters?: readonly string[];
  /** Controls that it does not follow. */
  readonly notFollowed?: readonly UnfollowedControl[];
  /** Opens the mapping of controls, for users who may change it. */
  readonly onMapping?: (() => void) | undefined;
  /** Whether the mapping opens at once, and what acts is not listed first. */
  readonly isMapped?: boolean;
  /** Opens what it asks in Explore. */
  readonly onExplore?: (() => void) | undefined;
  /** Explore shows rows that filters leave out here. */
  readonly isExploredWhole?: boolean;
  readonly onAgain?: (() => void) | undefined;
  /** A further action of the tile: its name, and the act. */
  readonly acts?: readonly TileCommand[];
  /** Stands before the menu. */
  readonly children?: ReactNode;
}

/** A chart with its title, its menu, and what is to be said about its rows. */
export function ChartTile(props: ChartTileProps) {
  const {
    shown,
    hasTitle,
    state: { data, isLoading, isCancelled },
    filters = [],
    notFollowed = [],
    onMapping,
    isMapped = false,
    onExplore,
    isExploredWhole = false,
    onAgain,
    acts: others = [],
    children,
  } = props;
  const { title } = shown;
  const id = useId();
  const { place, isNear } = useIsNear();
  const [open, setOpen] = useState<TileDialogKind>();
  const { columns, rows } = data ?? {};
  const isThere = columns !== undefined && rows !== undefined;
  const acts: readonly TileCommand[] = [
    ...(onExplore ? [[isExploredWhole ? words.exploreWhole : words.explore, onExplore] as const] : []),
    ...others,
    ...(isThere
      ? ([
          [words.data, () => setOpen('data')],
          [words.csv, () => download(title, csvOfTile(shown, columns, rows))],
          [words.full, () => setOpen('full')],
        ] as const)
      : []),
  ];
  return (
    <section className="tile chart-tile" ref={place} aria-labelledby={id} aria-busy={isLoading}>
      <header>
        <h2 id={id} className={hasTitle ? undefined : 'unseen'}>
          {title}
        </h2>
        {filters.length + notFollowed.length > 0 ? (
          <Suspense>
            <TileControls
              title={title}
              filters={filters}
              notFollowed={notFollowed}
              onOpen={isMapped && onMapping ? onMapping : () => setOpen('filters')}
            />
          </Suspense>
        ) : null}
        {children}
        <TileMenu title={title} acts={acts} />
      </header>
      {isCancelled && data?.error === undefined ? (
        <div className="tile-cancelled">
          <p>{data ? words.notTheseFilters : words.cancelled}</p>
          {onAgain ? <Button onPress={onAgain}>{words.loadAgain}</Button> : null}
        </div>
      ) : null}
      <div className="tile-body" data-is-old={(isLoading && data !== undefined) || undefined}>
        {data === undefined && !isCancelled ? <Wait title={title} isLoading={isLoading} /> : null}
        {data?.error === undefined ? null : (
          <div className="tile-notice" role="alert">
            <p>{data.error}</p>
            {onAgain && mayHelpAgain(data) ? <Button onPress={onAgain}>{words.again}</Button> : null}
          </div>
        )}
        {isThere && isNear && data?.error === undefined ? (
          <ChartBody shown={shown} columns={columns} rows={rows} />
        ) : null}
      </div>
      <Notes data={data} unapplied={notFollowed.filter(({ kind }) => kind === 'filter').length} />
      {open ? (
        <Suspense>
          <TileDialog
            open={open}
            shown={shown}
            data={data}
            filters={filters}
            notFollowed={notFollowed}
            onMapping={onMapping}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

/** Actions of a tile. */
export function TileMenu({ title, acts }: { readonly title: string; readonly acts: readonly TileCommand[] }) {
  if (acts.length === 0) return null;
  return (
    <MenuTrigger>
      <Button look="quiet" aria-label={controlWords.actions(title)}>
        <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label={controlWords.actions(title)}
          onAction={(key) => acts.find(([name]) => name === key)?.[1]()}
        >
          {acts.map(([name]) => (
            <MenuItem key={name} id={name}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Wait({ title, isLoading }: { readonly title: string; readonly isLoading: boolean }) {
  return (
    <div className="waiting tile-waiting" role="status">
      <span className="unseen">{isLoading ? words.loading(title) : ''}</span>
    </div>
  );
}

/** Says only what has to be known. */
function Notes({ data, unapplied }: { readonly data: TileData | undefined; readonly unapplied: number }) {
  const notes = notesOf(data ?? {}, unapplied, words);
  return notes.length === 0 ? null : <p className="tile-notes">{notes.join(' ')}</p>;
}
