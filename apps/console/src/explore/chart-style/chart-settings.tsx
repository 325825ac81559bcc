import type { ChartStyle } from '@orrery/charts';
import { chartWords as words } from '../../words/chart-words.ts';
import { FieldSettings } from './field-settings.tsx';
import { type Changed, changed, type SettingsProps } from './settings.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { StyleSettings } from './style-settings.tsx';

interface ChartSettingsProps extends Omit<SettingsProps, 'onSet'> {
  readonly onChange: (style: ChartStyle) => void;
}

/** Settings of a chart: which column goes where, and how it looks. */
export function ChartSettings({ type, columns, style, onChange }: ChartSettingsProps) {
  const settings = { type, columns, style, onSet: (next: Changed<ChartStyle>) => onChange(changed(style, next)) };
  return (
    <SettingsPanel
      label={words.settings}
      fields={<FieldSettings {...settings} />}
      style={<StyleSettings {...settings} />}
    />
  );
}
