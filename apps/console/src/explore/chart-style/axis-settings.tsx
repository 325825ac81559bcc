import type { AxisStyle } from '@orrery/charts';
import { chartWords as words } from '../../words/chart-words.ts';
import { type Changed, changed, orNone } from './settings.ts';
import { SettingFormat, SettingGroup, SettingNumber, SettingSwitch, SettingText } from './settings-controls.tsx';

interface AxisSettingsProps {
  readonly title: string;
  readonly axis: AxisStyle | undefined;
  readonly hasNumbers: boolean;
  readonly onChange: (axis: AxisStyle | undefined) => void;
}

/** One axis of a chart. */
export function AxisSettings({ title, axis = {}, hasNumbers, onChange }: AxisSettingsProps) {
  const set = (next: Changed<AxisStyle>) => onChange(orNone(changed(axis, next)));
  return (
    <SettingGroup title={title}>
      <SettingText
        label={words.title}
        value={axis.title ?? ''}
        onChange={(text) => set({ title: text === '' ? undefined : text })}
      />
      {hasNumbers ? (
        <>
          <SettingFormat label={words.format} value={axis.format} onChange={(format) => set({ format })} />
          <SettingNumber label={words.min} value={axis.min} onChange={(min) => set({ min })} />
          <SettingNumber label={words.max} value={axis.max} onChange={(max) => set({ max })} />
        </>
      ) : (
        <SettingNumber label={words.angle} value={axis.labelAngle} onChange={(labelAngle) => set({ labelAngle })} />
      )}
      <SettingSwitch
        label={words.hasGrid}
        isOn={axis.hasGrid ?? hasNumbers}
        onChange={(isOn) => set({ hasGrid: isOn === hasNumbers ? undefined : isOn })}
      />
      <SettingSwitch
        label={words.hasLabels}
        isOn={axis.hasLabels ?? true}
        onChange={(isOn) => set({ hasLabels: isOn ? undefined : false })}
      />
      <SettingSwitch
        label={words.isHidden}
        isOn={axis.isHidden === true}
        onChange={(isOn) => set({ isHidden: isOn || undefined })}
      />
    </SettingGroup>
  );
}
