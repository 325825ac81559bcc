import { type Column, isMeasure, mapFormOf, type MapStyle } from '@orrery/charts';
import { chartWords, mapWords as words } from '../../words/chart-words.ts';
import { PointSettings, RegionSettings } from './map-field-settings.tsx';
import { PaletteSetting } from './palettes/palette-setting.tsx';
import { type Changed, changed } from './settings.ts';
import { SettingChoice, SettingNumber, SettingSwitch } from './settings-controls.tsx';
import { SettingsPanel } from './settings-panel.tsx';

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
  return (
    <SettingsPanel
      label={words.settings}
      fields={
        <>
          <SettingChoice label={words.form} value={map.form} options={words.forms} onChange={(form) => set({ form })} />
          {isOfPoints ? (
            <PointSettings {...{ columns, map }} onSet={set} />
          ) : (
            <RegionSettings {...{ columns, map }} onSet={set} />
          )}
        </>
      }
      style={
        <>
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
          <PaletteSetting
            use={isDiscrete ? 'discrete' : 'continuous'}
            palette={map.palette}
            onChange={(palette) => set({ palette })}
          />
          <SettingSwitch
            label={chartWords.reverse}
            isOn={map.isReversed === true}
            onChange={(isOn) => set({ isReversed: isOn || undefined })}
          />
        </>
      }
    />
  );
}
