import { type Column, isMeasure, type MapStyle, mostOfGeojson, propertiesOf, readShapes } from '@orrery/charts';
import { facts } from '../../page/facts.ts';
import { mapWords as words } from '../../words/chart-words.ts';
import { GeojsonAddress } from './geojson-address.tsx';
import { type Changed, titlesOf } from './settings.ts';
import { SettingChoice, SettingLines, SettingSwitch } from './settings-controls.tsx';

interface MapFieldSettingsProps {
  readonly columns: readonly Column[];
  readonly map: MapStyle;
  readonly onSet: (changed: Changed<MapStyle>) => void;
}

/** Chooses the columns with the position, the size and the colour of points. */
export function PointSettings({ columns, map, onSet }: MapFieldSettingsProps) {
  const numbers = titlesOf(columns.filter(({ type }) => type === 'number'));
  return (
    <>
      <SettingChoice
        label={words.latitude}
        value={map.latitude}
        options={numbers}
        onChange={(latitude) => onSet({ latitude })}
      />
      <SettingChoice
        label={words.longitude}
        value={map.longitude}
        options={numbers}
        onChange={(longitude) => onSet({ longitude })}
      />
      {map.isClustered ? null : (
        <>
          <SettingChoice label={words.size} value={map.size} options={numbers} onChange={(size) => onSet({ size })} />
          <SettingChoice
            label={words.color}
            value={map.color}
            options={titlesOf(columns)}
            onChange={(color) => onSet({ color, palette: undefined })}
          />
        </>
      )}
      <SettingSwitch
        label={words.isClustered}
        isOn={map.isClustered === true}
        onChange={(isOn) => onSet({ isClustered: isOn || undefined })}
      />
    </>
  );
}

/** Chooses the regions to draw, and the column with their names. */
export function RegionSettings({ columns, map, onSet }: MapFieldSettingsProps) {
  const properties = propertiesFor(map);
  return (
    <>
      <SettingChoice
        label={words.shapes}
        value={map.shapes}
        options={words.shapesOf}
        usual={words.world}
        onChange={(shapes) => onSet({ shapes, property: undefined })}
      />
      {map.shapes === 'custom' && facts.app === undefined ? <GeojsonAddress map={map} onSet={onSet} /> : null}
      {map.shapes === 'custom' ? (
        <SettingLines
          label={words.geojson}
          help={words.geojsonHelp}
          longest={mostOfGeojson + 1} // the map says that there was more
          value={map.geojson ?? ''}
          onChange={(text) => onSet({ geojson: text === '' ? undefined : text, property: undefined })}
        />
      ) : null}
      <SettingChoice
        label={words.property}
        value={map.property}
        options={properties}
        {...(map.shapes === 'custom' ? {} : { usual: words.anyName })}
        onChange={(property) => onSet({ property })}
      />
      <SettingChoice
        label={words.dimension}
        value={map.dimension}
        options={titlesOf(columns.filter((column) => !isMeasure(column)))}
        onChange={(dimension) => onSet({ dimension })}
      />
      <SettingChoice
        label={words.measure}
        value={map.measure}
        options={titlesOf(columns.filter(isMeasure))}
        onChange={(measure) => onSet({ measure })}
      />
      <SettingSwitch
        label={words.fills}
        isOn={map.isUnmatchedHidden !== true}
        onChange={(isOn) => onSet({ isUnmatchedHidden: isOn ? undefined : true })}
      />
    </>
  );
}

function propertiesFor({ shapes, geojson }: MapStyle): Readonly<Record<string, string>> {
  if (shapes === undefined) return words.worldProperties;
  if (shapes === 'us-states') return words.stateProperties;
  const read = geojson === undefined ? undefined : readShapes(geojson);
  return read?.ok ? Object.fromEntries(propertiesOf(read.shapes).map((name) => [name, name])) : {};
}
