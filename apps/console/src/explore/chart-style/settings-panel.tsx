import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { chartWords as words } from '../../words/chart-words.ts';

interface SettingsPanelProps {
  /** Says what is set. */
  readonly label: string;
  /** The fields that choose the columns. */
  readonly fields: ReactNode;
  /** How it looks. */
  readonly style: ReactNode;
}

/** The two tabs of what can be set for a picture of an answer. */
export function SettingsPanel({ label, fields, style }: SettingsPanelProps) {
  return (
    <section className="chart-settings" aria-label={label}>
      <Tabs>
        <TabList className="tabs" aria-label={label}>
          <Tab id="fields" className="tab">
            {words.fields}
          </Tab>
          <Tab id="style" className="tab">
            {words.style}
          </Tab>
        </TabList>
        <TabPanel id="fields" className="settings">
          {fields}
        </TabPanel>
        <TabPanel id="style" className="settings">
          {style}
        </TabPanel>
      </Tabs>
    </section>
  );
}
