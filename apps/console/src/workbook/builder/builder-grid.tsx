import { Move } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { GridLayout, type Layout, useContainerWidth, verticalCompactor } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import { workbookWords as words } from '../../words/workbook-words.ts';
import { columns, type Draft, type DraftWidget, type WidgetPosition } from '../../model/dashboard-draft.ts';
import { isContainer, type TabPlace } from '../../model/dashboard-draft-tabs.ts';
import { layoutOf, moveTile, placesOf } from './move-tile.ts';
import { useTabDrop } from './use-tab-drop.ts';

interface BuilderGridProps {
  /** The widgets of the grid, which are not all of a draft. */
  readonly draft: Pick<Draft, 'widgets'>;
  /** The tab that it stands in, which is not dragged with its tiles; absent: it is the dashboard itself. */
  readonly tab?: TabPlace | undefined;
  readonly nameOf: (widget: DraftWidget) => string;
  readonly onPlaces: (places: ReadonlyMap<string, WidgetPosition>) => void;
  /** Moves a tile into a tab; `undefined`: out of its tab. */
  readonly onMove: (id: string, place: TabPlace | undefined) => void;
  /** @param handle what the tile is moved by */
  readonly render: (widget: DraftWidget, handle: ReactNode) => ReactNode;
}

const grid = { cols: columns, rowHeight: 30, margin: [16, 16], containerPadding: [0, 0] } as const;

interface TakenTile {
  readonly id: string;
  /** Places before the tile was taken. */
  readonly before: ReadonlyMap<string, WidgetPosition>;
}

/**
 * Tiles on the grid. A tile is dragged by its handle, also onto tabs and out of them, or taken by it with Enter, moved
 * by arrows, sized by Shift and arrows, and put down with Enter; screen readers announce each step.
 */
export function BuilderGrid({ draft, tab, nameOf, onPlaces, onMove, render }: BuilderGridProps) {
  const helpId = useId();
  const handle = tab ? 'inner-handle' : 'outer-handle';
  const drop = useTabDrop({
    own: tab,
    canDrop: (id) => draft.widgets.some((widget) => widget.id === id && !isContainer(widget)),
    onDrop: onMove,
  });
  const { width, containerRef, mounted } = useContainerWidth();
  const [taken, setTaken] = useState<TakenTile>();
  const [said, setSaid] = useState('');
  const put = (layout: Layout) => onPlaces(placesOf(verticalCompactor.compact(layout, columns)));
  const onKeyDown = (event: KeyboardEvent, widget: DraftWidget) => {
    const name = nameOf(widget);
    const isTaken = taken?.id === widget.id;
    const take = () => {
      setTaken({ id: widget.id, before: placesOf(layoutOf(draft)) });
      setSaid(words.taken(name));
    };
    const end = (sentence: string) => {
      setTaken(undefined);
      setSaid(sentence);
    };
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (isTaken) end(words.put(name));
      else take();
    } else if (event.key === 'Escape' && isTaken) {
      event.preventDefault();
      onPlaces(taken.before);
      end(words.back(name));
    } else if (isTaken && event.key.startsWith('Arrow')) {
      event.preventDefault();
      const places = moveTile(draft, widget.id, { key: event.key, isSizing: event.shiftKey });
      const place = places?.get(widget.id);
      if (!places || !place) return;
      onPlaces(places);
      setSaid(words.at(name, place.x + 1, place.y + 1, place.w, place.h));
    }
  };
  const handleOf = (widget: DraftWidget) => (
    <button
      type="button"
      className={`tile-handle ${handle}`}
      aria-label={words.move(nameOf(widget))}
      aria-pressed={taken?.id === widget.id}
      aria-describedby={helpId}
      onKeyDown={(event) => onKeyDown(event, widget)}
      onBlur={() => setTaken((before) => (before?.id === widget.id ? undefined : before))}
    >
      <Move size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
  return (
    <div ref={containerRef} className="builder-grid">
      {/* Where an element has this id, react-draggable adds no style of its own, which the policy of the page refuses. */}
      {tab ? null : <span id="react-draggable-style-el" hidden />}
      <p id={helpId} className="unseen">
        {words.moveHelp}
      </p>
      <div role="status" className="unseen">
        {said}
      </div>
      {mounted ? (
        <GridLayout
          width={width}
          gridConfig={grid}
          dragConfig={{ handle: `.${handle}` }}
          resizeConfig={{ handles: ['se'] }}
          compactor={drop.compactor}
          layout={layoutOf(draft)}
          onDragStart={(layout, item, _next, _placeholder, _event, element) => {
            if (item) drop.start(item.i, layout, element);
          }}
          onDragStop={(layout, _item, _next, _placeholder, event) => {
            if (!drop.end(event)) put(layout);
          }}
          onResizeStop={put}
        >
          {draft.widgets.map((widget) => (
            <div key={widget.id} className="tile-place" data-is-taken={taken?.id === widget.id || undefined}>
              {render(widget, handleOf(widget))}
            </div>
          ))}
        </GridLayout>
      ) : null}
    </div>
  );
}
