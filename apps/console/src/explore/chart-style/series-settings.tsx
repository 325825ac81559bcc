import { type Column, isColor, type SeriesStyle, styleIn, titleOf } from '@orrery/charts';
import { chartWords as words } from '../../words/chart-words.ts';
import { type Changed, changed, orNone, type SettingsProps } from './settings.ts';
import { SettingChoice, SettingGroup, SettingText } from './settings-controls.tsx';

interface SeriesSettingsProps extends SettingsProps {
  readonly measures: readonly Column[];
}

/** How each of several measures is drawn. */
export function SeriesSettings({ measures, style, onSet }: SeriesSettingsProps) {
  const set = (name: string, next: Changed<SeriesStyle>) => {
    const one = orNone(changed(styleIn(style.series, name) ?? {}, next));
    onSet({ series: orNone(changed<Readonly<Record<string, SeriesStyle>>>(style.series ?? {}, { [name]: one })) });
  };
  return measures.map((column) => {
    const { name } = column;
    const one = styleIn(style.series, name) ?? {};
    return (
      <SettingGroup key={name} title={words.series(titleOf(column))}>
        <SettingChoice
          label={words.mark}
          value={one.mark}
          options={words.marks}
          onChange={(mark) => set(name, { mark })}
        />
        <SettingChoice
          label={words.axis}
          value={one.axis}
          options={{ right: words.sides.right }}
          usual={words.sides.left}
          onChange={(axis) => set(name, { axis })}
        />
        <SettingText
          label={words.seriesColor}
          value={one.color ?? ''}
          faultOf={(text) => (text === '' || isColor(text) ? undefined : words.colorFault)}
          onChange={(color) => set(name, { color: color === '' ? undefined : color })}
        />
      </SettingGroup>
    );
  });
}
