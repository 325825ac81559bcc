import { type RefObject, useCallback } from 'react';
import { useVisible, type Visible } from './use-visible.ts';

const around = 8;

/** Tracks the rows that are visible in a scroller, with some more on both sides. All rows have one height. */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number, height: number): Visible {
  const look = useCallback(
    ({ scrollTop, clientHeight }: HTMLElement) => {
      const first = Math.floor(scrollTop / height);
      const seen = Math.ceil(clientHeight / height);
      return { from: Math.max(0, first - around), to: Math.min(count, first + seen + around) };
    },
    [count, height],
  );
  return useVisible(scroller, { from: 0, to: Math.min(count, 40) }, look);
}

/** Scrolls no further than needed to show a row. @param head height of what stays above the rows */
export function revealRow(scroller: HTMLElement, row: number, height: number, head = 0): void {
  const [top, seen] = [row * height, scroller.clientHeight - head];
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + height > scroller.scrollTop + seen) scroller.scrollTop = top + height - seen;
}
