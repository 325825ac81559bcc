import { type KpiLayout, mostOfKpi } from '@orrery/charts';
import { kpiWords as words } from '../../words/chart-words.ts';
import { type Changed, changed } from './settings.ts';
import { SettingChoice, SettingNumber, SettingSwitch } from './settings-controls.tsx';

interface KpiLayoutSettingsProps {
  readonly layout: KpiLayout;
  readonly onChange: (layout: KpiLayout) => void;
}

/** How the blocks of numbers stand to each other. */
export function KpiLayoutSettings({ layout, onChange }: KpiLayoutSettingsProps) {
  const set = (next: Changed<KpiLayout>) => onChange(changed(layout, next));
  return (
    <>
      <SettingChoice
        label={words.direction}
        value={layout.direction}
        options={{ column: words.column }}
        usual={words.beside}
        onChange={(direction) => set({ direction })}
      />
      <SettingChoice
        label={words.justify}
        value={layout.justify}
        options={words.justifies}
        usual={words.start}
        onChange={(justify) => set({ justify })}
      />
      <SettingChoice
        label={words.align}
        value={layout.align}
        options={words.aligns}
        usual={words.start}
        onChange={(align) => set({ align })}
      />
      <SettingNumber
        label={words.gap}
        value={layout.gap}
        isWithin={(gap) => gap >= 0 && gap <= mostOfKpi.gap}
        fault={words.gapFault}
        onChange={(gap) => set({ gap })}
      />
      {layout.direction === undefined ? (
        <SettingSwitch
          label={words.wraps}
          isOn={layout.wrap === undefined}
          onChange={(isOn) => set({ wrap: isOn ? undefined : 'none' })}
        />
      ) : null}
    </>
  );
}
