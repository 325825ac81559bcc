import type { ChartStyle } from '@orrery/charts';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { chartWords as words } from '../../words/chart-words.ts';
import { FieldSettings } from './field-settings.tsx';
import { type Changed, changed, type SettingsProps } from './settings.ts';
import { StyleSettings } from './style-settings.tsx';

interface ChartSettingsProps extends Omit<SettingsProps, 'onSet'> {
  readonly onChange: (style: ChartStyle) => void;
}

/** Settings of a chart: which column goes where, and how it looks. */
export function ChartSettings({ type, columns, style, onChange }: ChartSettingsProps) {
  const settings = { type, columns, style, onSet: (next: Changed<ChartStyle>) => onChange(changed(style, next)) };
  return (
    <section className="chart-settings" aria-label={words.settings}>
      <Tabs>
        <TabList className="tabs" aria-label={words.settings}>
          <Tab id="fields" className="tab">
            {words.fields}
          </Tab>
          <Tab id="style" className="tab">
            {words.style}
          </Tab>
        </TabList>
        <TabPanel id="fields" className="settings">
          <FieldSettings {...settings} />
        </TabPanel>
        <TabPanel id="style" className="settings">
          <StyleSettings {...settings} />
        </TabPanel>
      </Tabs>
    </section>
  );
}
