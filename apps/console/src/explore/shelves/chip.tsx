import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { Button } from '../../controls/button.tsx';
import type { QueryableMember } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';

export interface ChipAct {
  readonly id: string;
  readonly title: string;
  readonly isChosen?: boolean | undefined;
  /** Why it cannot be done now. */
  readonly obstacle?: string | undefined;
}

interface ChipProps {
  readonly title: string;
  readonly kind: QueryableMember['kind'];
  /** Shown on hover. */
  readonly about?: string | undefined;
  /** The answer has no column for it now. */
  readonly isWithoutEffect?: boolean;
  readonly sort?: 'asc' | 'desc' | undefined;
  /** Groups of what can be done with it. */
  readonly acts: readonly (readonly ChipAct[])[];
  readonly onAct: (id: string) => void;
  /** Moves the chip, by Alt and arrows. */
  readonly onMove?: ((by: -1 | 1) => void) | undefined;
  readonly onRemove: () => void;
}

/** A member of the query. Enter opens what can be done with it, Delete takes it out, Alt and arrows move it. */
export function Chip({ title, kind, about, isWithoutEffect, sort, acts, onAct, onMove, onRemove }: ChipProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      if (!event.repeat) onRemove(); // a key that is held would take out what comes next, too
    } else if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      onMove?.(event.key === 'ArrowLeft' ? -1 : 1);
    }
  };
  return (
    <div
      className="chip"
      data-kind={kind}
      data-is-without-effect={isWithoutEffect || undefined}
      title={about}
      onKeyDownCapture={onKeyDown}
    >
      <MenuTrigger>
        <Button look="quiet">
          {title}
          {sort === 'asc' ? <ArrowUp size={12} aria-label={words.sortAscending} /> : null}
          {sort === 'desc' ? <ArrowDown size={12} aria-label={words.sortDescending} /> : null}
        </Button>
        <Popover className="popover">
          <Menu className="menu" aria-label={words.chipMenu(title)} onAction={(id) => onAct(String(id))}>
            {acts
              .filter(({ length }) => length > 0)
              .flatMap((group, index) => [
                ...(index > 0 ? [<Separator key={`line-${index}`} className="menu-line" />] : []),
                ...group.map((act) => <ActItem key={act.id} {...act} />),
              ])}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}

/** An item of a menu of acts. One that cannot be done now says why. */
export function ActItem({ id, title, isChosen, obstacle }: ChipAct) {
  return (
    <MenuItem
      id={id}
      className="menu-row"
      textValue={title}
      isDisabled={obstacle !== undefined}
      data-is-chosen={isChosen || undefined}
    >
      <span>{title}</span>
      {obstacle === undefined ? null : <span className="help">{obstacle}</span>}
    </MenuItem>
  );
}
