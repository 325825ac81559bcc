import { isAccountPalette, isMeasure, type LabelStyle, pickColumns } from '@orrery/charts';
import { chartWords as words } from '../../words/chart-words.ts';
import { AxisSettings } from './axis-settings.tsx';
import { type Changed, changed, type SettingsProps } from './settings.ts';
import { LineSettings } from './line-settings.tsx';
import { colorsIn, notColorsIn, colorText } from './palettes/color-text.ts';
import { PaletteSetting } from './palettes/palette-setting.tsx';
import { SeriesSettings } from './series-settings.tsx';
import {
  SettingChoice,
  SettingFormat,
  SettingGroup,
  SettingNumber,
  SettingSwitch,
  SettingText,
} from './settings-controls.tsx';

/** How a chart looks: colours, order, axes, values at its marks, lines across. */
export function StyleSettings(props: SettingsProps) {
  const { type, columns, style, onSet } = props;
  const picked = pickColumns(columns, [], style).columns;
  const measures = picked.filter(isMeasure);
  const hasParts = picked.length - measures.length > 1;
  const isBars = type.endsWith('_bar');
  const isRamp = type === 'heatmap';
  const hasAxes = type !== 'arc';
  const canCombine = measures.length > 1 && (type === 'grouped_bar' || type === 'line' || type === 'area');
  const hasRight = Object.values(style.series ?? {}).some(({ axis }) => axis === 'right');
  const { palette } = style;
  const colors = typeof palette === 'object' && !isAccountPalette(palette) ? palette : [];
  const setLabels = (next: Changed<LabelStyle>) => style.labels && onSet({ labels: changed(style.labels, next) });
  return (
    <>
      <PaletteSetting
        use={isRamp ? 'continuous' : 'discrete'}
        palette={palette}
        onChange={(chosen) => onSet({ palette: chosen })}
      />
      <SettingText
        label={words.ownColors}
        help={words.ownColorsHelp}
        value={colorText(colors)}
        faultOf={(text) => (notColorsIn(colorsIn(text)).length === 0 ? undefined : words.colorFault)}
        onChange={(text) => onSet({ palette: text === '' ? undefined : colorsIn(text) })}
      />
      <SettingSwitch
        label={words.reverse}
        isOn={style.isReversed === true}
        onChange={(isOn) => onSet({ isReversed: isOn || undefined })}
      />
      <SettingChoice
        label={words.legend}
        value={style.legend}
        options={words.legends}
        onChange={(legend) => onSet({ legend })}
      />
      {isBars ? (
        <SettingChoice
          label={words.order}
          value={style.sort}
          options={words.sorts}
          onChange={(sort) => onSet({ sort })}
        />
      ) : null}
      {type === 'area' && (hasParts || measures.length > 1) ? (
        <SettingChoice
          label={words.stacking}
          value={style.stack}
          options={words.stacks}
          onChange={(stack) => onSet({ stack })}
        />
      ) : null}
      {hasParts && (type.includes('stacked') || type === 'area') ? (
        <SettingChoice
          label={words.orderOfParts}
          value={style.sortParts}
          options={words.sortsOfParts}
          onChange={(sortParts) => onSet({ sortParts })}
        />
      ) : null}
      {isBars || type === 'line' || type === 'area' ? (
        <>
          <SettingSwitch
            label={words.isMissingZero}
            isOn={style.isMissingZero === true}
            onChange={(isOn) => onSet({ isMissingZero: isOn || undefined })}
          />
          <SettingChoice
            label={words.labels}
            value={style.labels?.position}
            options={words.positions}
            usual={words.none}
            onChange={(position) => onSet({ labels: position && { ...style.labels, position } })}
          />
        </>
      ) : null}
      {style.labels ? (
        <>
          <SettingFormat
            label={words.labelFormat}
            value={style.labels.format}
            onChange={(format) => setLabels({ format })}
          />
          <SettingNumber label={words.labelSize} value={style.labels.size} onChange={(size) => setLabels({ size })} />
        </>
      ) : null}
      {canCombine ? <SeriesSettings {...props} measures={measures} /> : null}
      {hasAxes ? (
        <>
          <AxisSettings
            title={type === 'scatter' ? words.axes.across : words.axes.x}
            axis={style.x}
            hasNumbers={type === 'scatter'}
            onChange={(x) => onSet({ x })}
          />
          <AxisSettings
            title={type === 'scatter' || isRamp ? words.axes.up : words.axes.y}
            axis={style.y}
            hasNumbers={!isRamp}
            onChange={(y) => onSet({ y })}
          />
        </>
      ) : null}
      {hasRight && canCombine ? (
        <AxisSettings title={words.axes.right} axis={style.right} hasNumbers onChange={(right) => onSet({ right })} />
      ) : null}
      {hasAxes && !isRamp ? (
        <SettingGroup title={words.lines}>
          <LineSettings lines={style.lines ?? []} onChange={(lines) => onSet({ lines })} />
        </SettingGroup>
      ) : null}
    </>
  );
}
