import { textOf, type Widget } from '@orrery/embed';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';

interface TileTabsProps {
  readonly widget: Widget;
  /** Number of the tab that is open. */
  readonly open: number;
  readonly onOpen: (tab: number) => void;
  readonly renderGrid: (widgets: readonly Widget[]) => ReactNode;
}

/** Widgets in tabs, of which one is open. */
export default function TileTabs({ widget: { tabs, config }, open, onOpen, renderGrid }: TileTabsProps) {
  const name = textOf(config['title']) ?? tabs.map(({ title }) => title).join(', ');
  const named = tabs.map((tab, index) => ({ ...tab, id: String(index) }));
  return (
    <Tabs className="tile-tabs" selectedKey={String(open)} onSelectionChange={(key) => onOpen(Number(key))}>
      <TabList className="tile-tablist" aria-label={name}>
        {named.map(({ id, title }) => (
          <Tab key={id} id={id}>
            {title}
          </Tab>
        ))}
      </TabList>
      {named.map(({ id, widgets }) => (
        <TabPanel key={id} id={id}>
          {renderGrid(widgets)}
        </TabPanel>
      ))}
    </Tabs>
  );
}
