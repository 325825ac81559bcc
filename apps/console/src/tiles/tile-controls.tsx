import { Filter, FilterX, TimerOff } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { tileControlWords as words } from '../words/tile-control-words.ts';
import type { UnfollowedControl } from './tile-data.ts';

interface TileControlsProps {
  readonly title: string;
  /** Names of the filters that act. */
  readonly filters: readonly string[];
  readonly notFollowed: readonly UnfollowedControl[];
  readonly onOpen: () => void;
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Says how many filters act on a chart, and crosses out the kinds of control that it does not follow. */
export function TileControls({ title, filters, notFollowed, onOpen }: TileControlsProps) {
  const unapplied = notFollowed.filter(({ kind }) => kind === 'filter').length;
  const grains = notFollowed.length - unapplied;
  return (
    <>
      {filters.length + unapplied > 0 ? (
        <Button
          look="quiet"
          className="tile-filters"
          aria-label={words.filtersOf(title, filters.length, unapplied)}
          onPress={onOpen}
        >
          {unapplied > 0 ? <FilterX {...icon} /> : <Filter {...icon} />}
          {filters.length}
        </Button>
      ) : null}
      {grains > 0 ? (
        <Button look="quiet" className="tile-filters" aria-label={words.grainsOf(title, grains)} onPress={onOpen}>
          <TimerOff {...icon} />
        </Button>
      ) : null}
    </>
  );
}
