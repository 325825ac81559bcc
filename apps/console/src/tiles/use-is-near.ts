import { useEffect, useRef, useState } from 'react';

/** How far from what can be seen something is drawn already. */
const margin = '300px';

/** Whether a part of the page has come near to what can be seen: what is drawn takes time, and is drawn then. */
export function useIsNear() {
  const place = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: margin },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isNear };
}
