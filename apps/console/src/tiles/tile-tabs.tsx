import { tabByKey, tabsOf, type Widget } from '@orrery/embed';
import type { KeyboardEvent, ReactNode } from 'react';

interface TileTabsProps {
  readonly widget: Widget;
  /** Number of the tab that is open. */
  readonly open: number;
  readonly onOpen: (tab: number) => void;
  readonly renderGrid: (widgets: readonly Widget[]) => ReactNode;
}

/** Widgets in tabs, of which one is open. */
export default function TileTabs({ widget, open, onOpen, renderGrid }: TileTabsProps) {
  const { name, tabs } = tabsOf(widget, open);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = tabByKey(event, open, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onOpen(next);
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus(); // one of the buttons below
  };
  return (
    <div className="tile-tabs">
      <div className="tile-tablist" role="tablist" aria-label={name} onKeyDown={onKeyDown}>
        {tabs.map(({ title, tab }, index) => (
          <button type="button" key={tab.id} {...tab} onClick={() => onOpen(index)}>
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ panel, isOpen, widgets }) => (
        <div key={panel.id} {...panel} hidden={!isOpen}>
          {isOpen ? renderGrid(widgets) : null}
        </div>
      ))}
    </div>
  );
}
