import type { Query } from '@orrery/client/data';
import { ListTree } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../controls/button.tsx';
import type { QueryableMember, QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { MemberSearch } from './member-search.tsx';
import { ViewPicker } from './view-picker.tsx';

interface MembersPanelProps {
  readonly views: readonly QueryableView[];
  readonly view: QueryableView;
  readonly query: Query;
  /** Whether the page runs a statement, which members do not change. */
  readonly isDisabled: boolean;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  /** Narrow pages show it only when it is open. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onView: (name: string) => void;
  /** The view was chosen here, so that the focus stays here. */
  readonly isViewChosen: boolean;
  readonly onAdd: (member: QueryableMember) => void;
  readonly onRemove: (member: QueryableMember) => void;
}

/** A view and its members, to ask for. Narrow pages have it behind a button. */
export function MembersPanel({
  views,
  view,
  query,
  isDisabled,
  searchRef,
  isOpen,
  onOpen,
  onView,
  isViewChosen,
  onAdd,
  onRemove,
}: MembersPanelProps) {
  return (
    <aside className="explore-members" aria-label={words.members} data-is-open={isOpen || undefined}>
      <Button className="members-toggle" aria-expanded={isOpen} onPress={() => onOpen(!isOpen)}>
        <ListTree size={16} strokeWidth={1.5} aria-hidden="true" />
        {isOpen ? words.hideMembers : words.showMembers}
      </Button>
      <div className="members-body">
        <ViewPicker {...{ views, view, onView, isViewChosen }} />
        {view.description === undefined ? null : <p className="help">{view.description}</p>}
        {isDisabled ? (
          <p className="help">{words.statementHelp}</p>
        ) : (
          <MemberSearch view={view} query={query} onAdd={onAdd} onRemove={onRemove} inputRef={searchRef} />
        )}
      </div>
    </aside>
  );
}
