import type { DisplaySettings, TileData } from '@orrery/embed';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { tileControlWords } from '../words/tile-control-words.ts';
import { tileWords as words } from '../words/tile-words.ts';
import { ChartBody } from './chart-body.tsx';
import type { UnfollowedControl, TileDialogKind } from './tile-data.ts';

interface TileDialogProps {
  readonly open: TileDialogKind;
  readonly shown: DisplaySettings;
  readonly data: TileData | undefined;
  /** Names of the filters that act. */
  readonly filters: readonly string[];
  readonly notFollowed: readonly UnfollowedControl[];
  /** Absent: somebody who may not change the mapping. */
  readonly onMapping: (() => void) | undefined;
  readonly onClose: () => void;
}

/** A tile on top of the page: its chart or its rows with more room, or the filters that act on it. */
export function TileDialog({ open, shown, data, filters, notFollowed, onMapping, onClose }: TileDialogProps) {
  const { title } = shown;
  const { columns, rows } = data ?? {};
  const isAboutFilters = open === 'filters';
  return (
    <Dialog
      title={isAboutFilters ? tileControlWords.filtersTitle(title) : title}
      isOpen
      onClose={onClose}
      isWide={!isAboutFilters}
    >
      {isAboutFilters ? (
        <>
          <Names title={tileControlWords.applied} names={filters} />
          <Names
            title={tileControlWords.unapplied}
            names={notFollowed.map(({ name, reason }) => tileControlWords[reason](name))}
          />
        </>
      ) : null}
      {!isAboutFilters && columns && rows ? (
        <div className="tile-full">
          <ChartBody shown={shown} columns={columns} rows={rows} asTable={open === 'data'} />
        </div>
      ) : null}
      <div className="actions">
        {isAboutFilters && onMapping ? <Button onPress={onMapping}>{tileControlWords.mapping}</Button> : null}
        <Button onPress={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
