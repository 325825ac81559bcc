import { isColor, type ReferenceLine } from '@orrery/charts';
import { Button } from '../../controls/button.tsx';
import { chartWords as words } from '../../words/chart-words.ts';
import { type Changed, changed } from './settings.ts';
import { SettingChoice, SettingNumber, SettingText } from './settings-controls.tsx';

interface LineSettingsProps {
  readonly lines: readonly ReferenceLine[];
  readonly onChange: (lines: readonly ReferenceLine[] | undefined) => void;
}

const mostLines = 10;

/** Lines across a chart, at values of its left axis. */
export function LineSettings({ lines, onChange }: LineSettingsProps) {
  const set = (at: number, next: Changed<ReferenceLine>) =>
    onChange(lines.map((line, index) => (index === at ? changed(line, next) : line)));
  const remove = (at: number) => {
    const rest = lines.filter((_, index) => index !== at);
    onChange(rest.length === 0 ? undefined : rest);
  };
  return (
    <>
      {lines.map((line, index) => (
        <fieldset key={`${index} ${lines.length}`} className="setting-group" aria-label={words.line(index + 1)}>
          <SettingNumber
            label={words.value}
            value={line.value}
            onChange={(value) => set(index, { value: value ?? 0 })}
          />
          <SettingText
            label={words.label}
            value={line.label ?? ''}
            onChange={(label) => set(index, { label: label === '' ? undefined : label })}
          />
          <SettingText
            label={words.color}
            value={line.color ?? ''}
            faultOf={(text) => (text === '' || isColor(text) ? undefined : words.colorFault)}
            onChange={(color) => set(index, { color: color === '' ? undefined : color })}
          />
          <SettingChoice
            label={words.dash}
            value={line.dash}
            options={{ dashed: words.dashes.dashed, dotted: words.dashes.dotted }}
            usual={words.dashes.solid}
            onChange={(dash) => set(index, { dash })}
          />
          <Button look="quiet" onPress={() => remove(index)}>
            {words.removeLine(index + 1)}
          </Button>
        </fieldset>
      ))}
      {lines.length < mostLines ? (
        <Button onPress={() => onChange([...lines, { value: 0 }])}>{words.addLine}</Button>
      ) : null}
    </>
  );
}
