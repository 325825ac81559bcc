import { useEffect, useRef } from 'react';
import { bodyClasses, type BodyInput, BodyPlace, loadNumbers } from '../body/index.ts';

// The first rows do not wait for it, and it does not wait for them.
loadNumbers();

/** Draws rows as a chart, KPIs or content of others. The last drawing stays until the next one is ready. */
export function Body({ body, columns, rows, title, isDark, locale, contentAddress }: BodyInput) {
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<BodyPlace>(undefined);
  useEffect(() => {
    if (!root.current) return undefined;
    const shown = (place.current ??= new BodyPlace(root.current));
    void shown.draw({ body, columns, rows, title, isDark, locale, contentAddress });
    return () => shown.leave();
  }, [body, columns, rows, title, isDark, locale, contentAddress]);
  useEffect(
    () => () => {
      place.current?.destroy();
      place.current = undefined;
    },
    [],
  );
  return <div className={bodyClasses[body.kind]} ref={root} />;
}
