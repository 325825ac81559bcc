import { type ChartFields, type Column, isMeasure, pickColumns, titleOf } from '@orrery/charts';
import { chartWords as words } from '../../words/chart-words.ts';
import { type Changed, changed, orNone, type SettingsProps, titlesOf } from './settings.ts';
import { SettingChoice, SettingList } from './settings-controls.tsx';

/** Chooses the column of each channel. Each dimension has a channel: a mark would stand for several rows without one. */
export function FieldSettings({ type, columns, style, onSet }: SettingsProps) {
  const { fields = {} } = style;
  const dimensions = columns.filter((column) => !isMeasure(column));
  const measures = columns.filter(isMeasure);
  const set = (next: Changed<ChartFields>) => onSet({ fields: orNone(changed(fields, next)) });
  const isScatter = type === 'scatter';
  const first = pickColumns(columns, [], style).columns.find((column) => !isMeasure(column));
  const others = isScatter ? dimensions : dimensions.filter(({ name }) => name !== (fields.x ?? first?.name));
  const drawn = fields.y ?? measures.map(({ name }) => name);
  return (
    <>
      {dimensions.length > 1 && !isScatter ? (
        <SettingChoice label={words.x} value={fields.x} options={titlesOf(dimensions)} onChange={(x) => set({ x })} />
      ) : null}
      {others.length > (isScatter ? 0 : 1) ? (
        <SettingChoice
          label={words.color}
          value={fields.color}
          options={titlesOf(others)}
          usual={isScatter ? words.none : words.automatic}
          onChange={(color) => set({ color })}
        />
      ) : null}
      {measures.length > 1 ? (
        <SettingList
          label={words.measures}
          options={optionsOf(measures)}
          chosen={drawn}
          onChange={(y) => set({ y: y.length === 0 || y.length === measures.length ? undefined : y })}
        />
      ) : null}
      {isScatter && measures.length > 2 ? (
        <SettingChoice
          label={words.size}
          value={fields.size}
          options={titlesOf(measures)}
          onChange={(size) => set({ size })}
        />
      ) : null}
      <SettingList
        label={words.tooltip}
        options={optionsOf(columns)}
        chosen={style.tooltip ?? columns.map(({ name }) => name)}
        onChange={(tooltip) => onSet({ tooltip: tooltip.length === columns.length ? undefined : tooltip })}
      />
    </>
  );
}

const optionsOf = (columns: readonly Column[]) =>
  columns.map((column) => ({ id: column.name, title: titleOf(column) }));
