import { useEffect, useRef } from 'react';

/** Facts that have to be known after something was waited for. */
export interface LaterState {
  /** Whether the page is still there. */
  readonly isHere: boolean;
  /** Whether it still explores what it did. */
  readonly isSame: boolean;
}

/**
 * Remembers what is explored when something begins, so that its end does not overwrite what was changed meanwhile.
 *
 * @param now what is explored, to be compared
 * @param act what the end of it calls, as it is by then
 * @returns called when something begins; what it returns is called when that has ended
 */
export function useLater<Act>(now: string, act: Act): () => () => LaterState & { readonly act: Act } {
  const latest = useRef({ isHere: true, now, act });
  useEffect(() => {
    latest.current = { isHere: true, now, act };
  });
  useEffect(
    () => () => {
      latest.current = { ...latest.current, isHere: false };
    },
    [],
  );
  return () => {
    const before = now;
    return () => {
      const { isHere, now: then, act: next } = latest.current;
      return { isHere, isSame: isHere && then === before, act: next };
    };
  };
}
