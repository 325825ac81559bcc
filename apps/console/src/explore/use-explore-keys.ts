import type { KeyboardEvent } from 'react';
import { isPressed, pressedNumber } from '../controls/shortcuts.ts';
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
  useSingleKeys({ find: onFind, why: () => onTab('why') }, preferences?.singleKeys !== false);
  return (event: KeyboardEvent) => {
    const tab = tabs[(pressedNumber(event) ?? 0) - 1];
    const isRun = isPressed(event, 'run') && !event.defaultPrevented;
    // Events of dialogs come along, although they are elsewhere on the page.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!isHere || (!tab && !isRun)) return;
    event.preventDefault();
    if (tab) onTab(tab);
    else onRun();
  };
}
