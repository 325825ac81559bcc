import { type RefObject, useEffect, useRef } from 'react';

/** What is given now, for those who act later than the render that they were made in. */
export function useLatest<T>(given: T): RefObject<T> {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  return latest;
}
