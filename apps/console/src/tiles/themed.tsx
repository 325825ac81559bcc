import { dashboardLook } from '@orrery/embed';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { PartIsDark } from '../shell/theme.ts';

interface ThemedProps {
  readonly theme: unknown;
  readonly children: ReactNode;
}

/** Tiles in the look of their dashboard. */
export function Themed({ theme, children }: ThemedProps) {
  const { properties, scheme, tileScheme } = useMemo(() => dashboardLook(theme), [theme]);
  return (
    <PartIsDark value={tileScheme && tileScheme === 'dark'}>
      <div
        className="themed"
        data-scheme={scheme}
        data-tile-scheme={tileScheme}
        style={properties as CSSProperties /* custom properties */}
      >
        {children}
      </div>
    </PartIsDark>
  );
}
