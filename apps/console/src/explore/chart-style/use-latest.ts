import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the value of the last render, for callbacks that run later than the render that made them. */
export function useLatest<T>(given: T): RefObject<T> {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  return latest;
}
