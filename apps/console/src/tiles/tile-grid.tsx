import type { Widget } from '@orrery/embed';
import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react';
import '../style/tiles.css';

const TileTabs = lazy(() => import('./tile-tabs.tsx'));

interface TileGridProps {
  readonly widgets: readonly Widget[];
  /** Draws a widget; `null` for those that are not shown. */
  readonly render: (widget: Widget) => ReactNode;
  /** The open tab of each container that is not at its first. */
  readonly tabs: ReadonlyMap<string, number>;
  readonly onTab: (container: string, tab: number) => void;
}

/** Widgets at their places on the grid; on narrow screens one below the other, as they are read. */
export function TileGrid({ widgets, render, tabs, onTab }: TileGridProps) {
  const renderGrid = (some: readonly Widget[]) => <TileGrid widgets={some} render={render} tabs={tabs} onTab={onTab} />;
  return (
    <div className="tile-grid">
      {widgets.map((widget) => {
        const { id, type, position } = widget;
        const shown =
          type === 'TABS_CONTAINER' ? (
            <Suspense>
              <TileTabs
                widget={widget}
                open={tabs.get(id) ?? 0}
                onOpen={(tab) => onTab(id, tab)}
                renderGrid={renderGrid}
              />
            </Suspense>
          ) : (
            render(widget)
          );
        if (shown === null) return null;
        const { x, y, w, h } = position;
        const place = { '--x': x + 1, '--y': y + 1, '--w': w, '--h': h } as CSSProperties; // custom properties
        return (
          <div key={id} className="tile-place" data-type={type} style={place}>
            {shown}
          </div>
        );
      })}
    </div>
  );
}
