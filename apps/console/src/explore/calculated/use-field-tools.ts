import { useEffect, useState } from 'react';
import type { toolsFor } from './fields-shelf.tsx';

type Tools = ReturnType<typeof toolsFor>;

/** Loads the tools for calculated fields, in parallel with the first answer. Menus show their actions once they are loaded. */
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
