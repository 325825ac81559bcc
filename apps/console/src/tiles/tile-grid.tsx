import { gridPlaces, type Widget } from '@orrery/embed';
import { type CSSProperties, lazy, type ReactNode, Suspense, useMemo } from 'react';
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
  const tiles = widgets.flatMap((widget) => {
    const { id, type } = widget;
    const tile =
      type === 'TABS_CONTAINER' ? (
        <Suspense>
          <TileTabs
            {...{ id, config: widget.config }}
            tabs={widget.tabs.map(({ title, widgets: inTab }) => ({
              title,
              render: () => <TileGrid widgets={inTab} render={render} tabs={tabs} onTab={onTab} />,
            }))}
            open={tabs.get(id) ?? 0}
            onOpen={(tab) => onTab(id, tab)}
          />
        </Suspense>
      ) : (
        render(widget)
      );
    return tile === null ? [] : [{ widget, tile }];
  });
  const ids = tiles.map(({ widget: { id } }) => id).join('\n');
  const places = useMemo(() => {
    const shown = new Set(ids.split('\n'));
    return gridPlaces(widgets.filter(({ id }) => shown.has(id)));
  }, [widgets, ids]);
  return (
    <div className="tile-grid">
      {tiles.map(({ widget: { id, type }, tile }) => (
        <div key={id} className="tile-place" data-type={type} style={places.get(id) as CSSProperties}>
          {tile}
        </div>
      ))}
    </div>
  );
}
