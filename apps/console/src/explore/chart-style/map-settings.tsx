import { type Column, isMeasure, mapFormOf, type MapStyle, paletteNames, titleOf } from '@orrery/charts';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { chartWords, mapWords as words } from '../../words/chart-words.ts';
import { PointSettings, RegionSettings } from './map-field-settings.tsx';
import { type Changed, changed } from './settings.ts';
import { SettingChoice, SettingNumber, SettingSwitch } from './settings-controls.tsx';

interface MapSettingsProps {
  readonly columns: readonly Column[];
  readonly map: MapStyle;
  readonly onChange: (map: MapStyle) => void;
}

/** Settings of a map: which columns it draws, of which regions, and how it looks. */
export function MapSettings({ columns, map, onChange }: MapSettingsProps) {
  const set = (next: Changed<MapStyle>) => onChange(changed(map, next));
  const isOfPoints = mapFormOf(columns, map) === 'points';
  const isDiscrete = isOfPoints && !isMeasure(columns.find(({ name }) => name === map.color) ?? { name: '' });
  const names = paletteNames[isDiscrete ? 'discrete' : 'continuous'];
  const palettes = Object.fromEntries(Object.entries(chartWords.palettes).filter(([name]) => names.includes(name)));
  const titles = Object.fromEntries(columns.map((column) => [column.name, titleOf(column)]));
  return (
    <section className="chart-settings" aria-label={words.settings}>
      <Tabs>
        <TabList className="tabs" aria-label={words.settings}>
          <Tab id="fields" className="tab">
            {chartWords.fields}
          </Tab>
          <Tab id="style" className="tab">
            {chartWords.style}
          </Tab>
        </TabList>
        <TabPanel id="fields" className="settings">
          <SettingChoice label={words.form} value={map.form} options={words.forms} onChange={(form) => set({ form })} />
          {isOfPoints ? (
            <PointSettings {...{ columns, titles, map }} onSet={set} />
          ) : (
            <RegionSettings {...{ columns, titles, map }} onSet={set} />
          )}
        </TabPanel>
        <TabPanel id="style" className="settings">
          <SettingChoice
            label={words.projection}
            value={map.projection}
            options={words.projections}
            usual={words.mercator}
            onChange={(projection) => set({ projection })}
          />
          {map.projection === 'globe' ? (
            <SettingNumber
              label={words.middle}
              value={map.middle}
              isWithin={(degrees) => Math.abs(degrees) <= 180}
              fault={words.middleFault}
              onChange={(middle) => set({ middle })}
            />
          ) : null}
          <SettingChoice
            label={chartWords.palette}
            value={typeof map.palette === 'string' ? map.palette : undefined}
            options={palettes}
            onChange={(palette) => set({ palette })}
          />
          <SettingSwitch
            label={chartWords.reverse}
            isOn={map.isReversed === true}
            onChange={(isOn) => set({ isReversed: isOn || undefined })}
          />
        </TabPanel>
      </Tabs>
    </section>
  );
}
