import type { CellRule } from '@orrery/charts';
import { Button } from '../../controls/button.tsx';
import { tableWords as words } from '../../words/chart-words.ts';
import { SettingChoice, SettingNumber } from './settings-controls.tsx';

interface RuleSettingsProps {
  readonly rules: readonly CellRule[];
  readonly onChange: (rules: readonly CellRule[] | undefined) => void;
}

const mostRules = 5;
const first: CellRule = { when: 'above', value: 0, tone: 'positive' };

/** Chooses the values of a column that are highlighted; the first rule that matches counts. */
export function RuleSettings({ rules, onChange }: RuleSettingsProps) {
  const set = (at: number, next: Partial<CellRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...next } : rule)));
  const remove = (at: number) => {
    const rest = rules.filter((_, index) => index !== at);
    onChange(rest.length === 0 ? undefined : rest);
  };
  return (
    <>
      {rules.map(({ when, value, tone }, index) => (
        <fieldset key={`${index} ${rules.length}`} className="setting-group" aria-label={words.rule(index + 1)}>
          <SettingChoice
            label={words.when}
            value={when}
            options={words.whens}
            usual={null}
            onChange={(next) => set(index, { when: next ?? first.when })}
          />
          <SettingNumber label={words.value} value={value} onChange={(next) => set(index, { value: next ?? 0 })} />
          <SettingChoice
            label={words.tone}
            value={tone}
            options={words.tones}
            usual={null}
            onChange={(next) => set(index, { tone: next ?? first.tone })}
          />
          <Button look="quiet" onPress={() => remove(index)}>
            {words.removeRule(index + 1)}
          </Button>
        </fieldset>
      ))}
      {rules.length < mostRules ? <Button onPress={() => onChange([...rules, first])}>{words.addRule}</Button> : null}
    </>
  );
}
