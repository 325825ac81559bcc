import { type RefObject, useEffect } from 'react';

/** Moves the focus to the button that comes next when the one that has it is taken out of an element. */
export function useKeptFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    let last: { readonly stop: EventTarget; readonly index: number } | undefined;
    const stops = () => [...element.querySelectorAll<HTMLElement>('button:not([disabled])')];
    const onFocus = ({ target }: FocusEvent) => {
      const index = stops().findIndex((stop) => stop === target);
      last = target && index >= 0 ? { stop: target, index } : undefined;
    };
    const goOn = (index: number) => {
      if (document.activeElement === document.body) stops().at(index)?.focus();
    };
    const observer = new MutationObserver(() => {
      if (last === undefined || element.contains(last.stop as Node)) return;
      const index = Math.min(last.index, stops().length - 1);
      last = undefined;
      // A menu or dialog that closes at the same time gives the focus back first.
      requestAnimationFrame(() => requestAnimationFrame(() => goOn(index)));
    });
    element.addEventListener('focusin', onFocus);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [container]);
}
