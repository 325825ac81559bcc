import { type RefObject, useCallback } from 'react';
import { useVisible, type Visible } from './use-visible.ts';

const around = 240;

/** Tracks the columns that are visible in a scroller, with some more on both sides. */
export function useVisibleColumns(scroller: RefObject<HTMLElement | null>, widths: readonly number[]): Visible {
  const look = useCallback(
    ({ scrollLeft, clientWidth }: HTMLElement) => {
      // Where the text runs from right to left, positions are below zero.
      const left = Math.abs(scrollLeft) - around;
      const right = left + clientWidth + 2 * around;
      let [at, from, to] = [0, 0, 0];
      for (const width of widths) {
        if (at + width <= left) from += 1;
        if (at < right) to += 1;
        at += width;
      }
      return { from, to };
    },
    [widths],
  );
  return useVisible(scroller, { from: 0, to: Math.min(widths.length, 20) }, look);
}
