import { type RefObject, useEffect, useState } from 'react';

/** Rows or columns that can be seen, counted from 0. */
export interface Visible {
  readonly from: number;
  /** After the last one. */
  readonly to: number;
}

/**
 * Keeps to what can be seen in a scroller, also after it was scrolled or its size changed.
 *
 * @param first what is shown before the scroller is there
 * @param look finds what can be seen; the same function as long as it would find the same
 */
export function useVisible(
  scroller: RefObject<HTMLElement | null>,
  first: Visible,
  look: (scroller: HTMLElement) => Visible,
): Visible {
  const [visible, setVisible] = useState(first);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => {
      const { from, to } = look(element);
      setVisible((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, look]);
  return visible;
}
