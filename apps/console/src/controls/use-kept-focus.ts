import { type RefObject, useEffect } from 'react';

interface FocusStop {
  readonly element: HTMLElement;
  /** The group that it is in, such as a shelf. */
  readonly group: HTMLElement;
  /** The position of the button within its group. */
  readonly index: number;
  readonly indexOfAll: number;
}

/**
 * Moves the focus to the button that comes next when the one that has it is taken out of an element: in its group while
 * that has one.
 */
export function useKeptFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    let last: FocusStop | undefined;
    const stopsIn = (group: HTMLElement) => [...group.querySelectorAll<HTMLElement>('button:not([disabled])')];
    const onFocus = ({ target }: FocusEvent) => {
      last = undefined;
      if (!(target instanceof HTMLElement)) return;
      const around = target.closest<HTMLElement>('[role="group"]');
      const group = around && element.contains(around) ? around : element;
      const index = stopsIn(group).indexOf(target);
      if (index >= 0) last = { element: target, group, index, indexOfAll: stopsIn(element).indexOf(target) };
    };
    /** Menus and dialogs act on the button that opened them; from elsewhere, the focus is not taken. */
    const onLeave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && relatedTarget.closest('.popover, [role="dialog"]')) return;
      // Some browsers report it while they take the button out.
      queueMicrotask(() => {
        if (last?.element === target && last?.element.isConnected) last = undefined;
      });
    };
    const nextOf = ({ group, index, indexOfAll }: FocusStop) => {
      const inGroup = element.contains(group) ? stopsIn(group) : [];
      const all = stopsIn(element);
      return inGroup[Math.min(index, inGroup.length - 1)] ?? all[Math.min(indexOfAll, all.length - 1)];
    };
    const goOn = (gone: FocusStop) => {
      if (document.activeElement === document.body) nextOf(gone)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (last === undefined || element.contains(last.element)) return;
      const gone = last;
      last = undefined;
      // A menu or dialog that closes at the same time gives the focus back first.
      requestAnimationFrame(() => requestAnimationFrame(() => goOn(gone)));
    });
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', onLeave);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', onLeave);
      observer.disconnect();
    };
  }, [container]);
}
