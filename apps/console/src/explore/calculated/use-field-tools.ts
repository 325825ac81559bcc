import { useEffect, useState } from 'react';
import type { toolsFor } from './fields-shelf.tsx';

type Tools = ReturnType<typeof toolsFor>;

/** The tools for calculated fields, which load beside the first answer. Menus have what is theirs when they are there. */
export function useFieldTools(exploring: Parameters<typeof toolsFor>[0]): Tools | undefined {
  const [make, setMake] = useState<typeof toolsFor>();
  useEffect(() => {
    // Without them nothing is calculated; the page is read again after an update.
    import('./fields-shelf.tsx').then(
      (loaded) => setMake(() => loaded.toolsFor),
      () => undefined,
    );
  }, []);
  return make?.(exploring);
}
