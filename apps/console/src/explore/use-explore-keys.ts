import type { KeyboardEvent } from 'react';
import { useSingleKeys } from '../shell/use-keys.ts';
import { usePreferences } from '../shell/use-preferences.ts';
import { type ExploreTab, tabs } from './explore-search.ts';

interface ExploreActions {
  readonly onFind: () => void;
  readonly onTab: (tab: ExploreTab) => void;
  readonly onRun: () => void;
}

/** The keys of Explore. @returns those that act only inside of it */
export function useExploreKeys({ onFind, onTab, onRun }: ExploreActions) {
  const preferences = usePreferences();
  useSingleKeys({ f: onFind, i: () => onTab('why') }, preferences?.singleKeys !== false);
  return (event: KeyboardEvent) => {
    const tab = event.altKey ? tabs[Number(/^Digit(\d)$/.exec(event.code)?.[1]) - 1] : undefined;
    const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented;
    // Events of dialogs come along, although they are elsewhere on the page.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!isHere || (!tab && !isRun)) return;
    event.preventDefault();
    if (tab) onTab(tab);
    else onRun();
  };
}
