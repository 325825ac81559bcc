import type { Query } from '@orrery/client/data';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import type { QueryableMember, QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { MemberList } from './member-list.tsx';

interface MemberSearchProps {
  readonly view: QueryableView;
  readonly query: Query;
  readonly onAdd: (member: QueryableMember) => void;
  readonly onRemove: (member: QueryableMember) => void;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** The members of a view with a search, from which arrow and Enter lead into the list. */
export function MemberSearch({ view, query, onAdd, onRemove, inputRef, autoFocus = false }: MemberSearchProps) {
  const [search, setSearch] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    place.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
  };
  return (
    <div className="member-search" ref={place}>
      <div onKeyDown={onKeyDown}>
        <TextField className="field search" type="search" autoFocus={autoFocus} value={search} onChange={setSearch}>
          <Label className="unseen">{words.find}</Label>
          <Input ref={inputRef} placeholder={words.find} />
        </TextField>
      </div>
      <MemberList view={view} query={query} search={search} onAdd={onAdd} onRemove={onRemove} />
    </div>
  );
}
