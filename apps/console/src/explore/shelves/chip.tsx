import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { Button } from '../../controls/button.tsx';
import type { Member } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';

export interface ChipAct {
  readonly id: string;
  readonly title: string;
  readonly isChosen?: boolean | undefined;
}

interface ChipProps {
  readonly title: string;
  readonly kind: Member['kind'];
  readonly sort?: 'asc' | 'desc' | undefined;
  /** Groups of what can be done with it. */
  readonly acts: readonly (readonly ChipAct[])[];
  readonly onAct: (id: string) => void;
  /** By Alt and arrows. */
  readonly onMove?: ((by: -1 | 1) => void) | undefined;
  readonly onRemove: () => void;
}

/** A member of the query. Enter opens what can be done with it, Delete takes it out, Alt and arrows move it. */
export function Chip({ title, kind, sort, acts, onAct, onMove, onRemove }: ChipProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove();
    } else if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      onMove?.(event.key === 'ArrowLeft' ? -1 : 1);
    }
  };
  return (
    <div className="chip" data-kind={kind} onKeyDownCapture={onKeyDown}>
      <MenuTrigger>
        <Button look="quiet">
          {title}
          {sort === 'asc' ? <ArrowUp size={12} aria-label={words.sortAscending} /> : null}
          {sort === 'desc' ? <ArrowDown size={12} aria-label={words.sortDescending} /> : null}
        </Button>
        <Popover className="popover">
          <Menu className="menu" aria-label={words.chipMenu(title)} onAction={(id) => onAct(String(id))}>
            {acts.flatMap((group, index) => [
              ...(index > 0 ? [<Separator key={`line-${index}`} className="menu-line" />] : []),
              ...group.map(({ id, title: name, isChosen }) => (
                <MenuItem key={id} id={id} className="menu-row" data-is-chosen={isChosen || undefined}>
                  {name}
                </MenuItem>
              )),
            ])}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}
