import type { ReactNode } from 'react';
import { exploreWords as words } from '../../words/explore-words.ts';
import type { ChipAct } from './chip.tsx';

/** Without anything on it, a shelf only has its name. */
export function Shelf({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="shelf" role="group" aria-label={title}>
      <span className="shelf-title" aria-hidden="true">
        {title}
      </span>
      {children}
    </div>
  );
}

export function sortActs(sort: 'asc' | 'desc' | undefined): readonly ChipAct[] {
  return [
    { id: 'sort asc', title: words.sortAscending, isChosen: sort === 'asc' },
    { id: 'sort desc', title: words.sortDescending, isChosen: sort === 'desc' },
    ...(sort === undefined ? [] : [{ id: 'sort none', title: words.unsort }]),
  ];
}
