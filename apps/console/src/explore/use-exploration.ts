import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isRecord } from '../model/record.ts';
import { type ExploreSearch, partsForAddress, readExploreSearch } from './explore-search.ts';

export interface ExplorationState {
  readonly search: ExploreSearch;
  /** Whether the query is too long for the address, which then leads nowhere for somebody else. */
  readonly isLong: boolean;
  /** Changes what is explored; Back leads to what was there before. */
  readonly change: (next: ExploreSearch, how?: { readonly isReplacing?: boolean }) => void;
}

/**
 * The exploration, as the address has it. A query that is too long for an address is kept with the entry of the history
 * instead, so that it survives reloading and Back in this browser.
 */
export function useExploration(): ExplorationState {
  const location = useRouterState({ select: (state) => state.location });
  const navigate = useNavigate();
  const { kept } = location.state as { readonly kept?: unknown }; // written below, or by nobody
  const given = location.search as Readonly<Record<string, unknown>>; // of an address
  const text = JSON.stringify(isRecord(kept) ? { ...given, ...kept } : given);
  // The same address is the same object, whatever else the router tells.
  const search = useMemo(() => readExploreSearch(JSON.parse(text) as Readonly<Record<string, unknown>>), [text]);
  return {
    search,
    isLong: isRecord(kept),
    change: (next, { isReplacing = false } = {}) => {
      const { kept: long, rest, isTooLong } = partsForAddress(next);
      void navigate({
        to: '/explore',
        search: { ...(isTooLong ? rest : next) },
        state: (isTooLong ? { kept: long } : {}) as object,
        replace: isReplacing,
        resetScroll: false,
      });
    },
  };
}
