import { lazy, type ReactNode, Suspense } from 'react';
import { loadLater } from './load-later.ts';

/** Most dashboards have no look of their own. */
const Themed = lazy(async () => ({ default: (await loadLater()).Themed }));

interface InLookProps {
  readonly theme: unknown;
  readonly children: ReactNode;
}

/** Tiles in the look of their dashboard, if it has one. */
export function InLook({ theme, children }: InLookProps) {
  if (!theme) return children;
  return (
    <Suspense>
      <Themed theme={theme}>{children}</Themed>
    </Suspense>
  );
}
