import { useEffect, useRef } from 'react';
import { facts } from '../page/facts.ts';
import { shortcuts, type SingleKey } from '../controls/shortcuts.ts';

type Keys = Readonly<Partial<Record<SingleKey, () => void>>>;

const togetherMs = 1_500;

/** Whether somebody types: keys of one letter mean letters there. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(?:button|checkbox|radio|range|submit)$/.test(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/**
 * Acts on keys of one letter, everywhere on the page but where somebody types or a dialog is open.
 *
 * @param isOn as the person prefers
 */
export function useSingleKeys(keys: Keys, isOn: boolean): void {
  const current = useRef<Readonly<Record<string, () => void>>>({});
  current.current = Object.fromEntries(Object.entries(keys).map(([name, act]) => [shortcuts[name as SingleKey], act]));
  useEffect(() => {
    // Viewers have no preferences, by which such keys could be switched off.
    if (!isOn || facts.app) return undefined;
    let [before, at] = ['', 0];
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"][data-open]')) return;
      const together = event.timeStamp - at < togetherMs ? current.current[`${before} ${event.key}`] : undefined;
      [before, at] = [event.key, event.timeStamp];
      const act = together ?? current.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
