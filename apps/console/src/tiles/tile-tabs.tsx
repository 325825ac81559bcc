import { openTabByKey, type Settings, tabsOf } from '@orrery/embed';
import type { ReactNode } from 'react';

interface TabContent {
  /** Where tabs can be moved: what is in it stays as it is then. */
  readonly id?: string;
  readonly title: string;
  /** Attributes of the element of the tab, and of its panel. */
  readonly attributes?: Readonly<Record<`data-${string}`, string>>;
  readonly render: () => ReactNode;
}

interface TileTabsProps {
  readonly id: string;
  readonly config: Settings;
  readonly tabs: readonly TabContent[];
  /** Number of the tab that is open. */
  readonly open: number;
  readonly onOpen: (tab: number) => void;
}

/** Widgets in tabs, of which one is open. */
export default function TileTabs({ open, onOpen, ...container }: TileTabsProps) {
  const { name, tabs } = tabsOf(container, open);
  return (
    <div className="tile-tabs">
      <div
        className="tile-tablist"
        role="tablist"
        aria-label={name}
        onKeyDown={(event) => openTabByKey(event, event.currentTarget, open, onOpen)}
      >
        {tabs.map(({ content: { title, attributes }, tab }, index) => (
          <button type="button" key={tab.id} {...tab} {...attributes} onClick={() => onOpen(index)}>
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ content: { id, attributes, render }, panel, isOpen }) => (
        <div key={id ?? panel.id} {...panel} {...(isOpen ? attributes : {})} hidden={!isOpen}>
          {isOpen ? render() : null}
        </div>
      ))}
    </div>
  );
}
