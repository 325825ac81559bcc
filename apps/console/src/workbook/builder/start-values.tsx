import { Choice } from '../../controls/choice.tsx';
import { TextField } from '../../controls/text-field.tsx';
import type { QueryableMember } from '../../model/views.ts';
import { dashboardWords } from '../../words/dashboard-words.ts';
import { exploreWords } from '../../words/explore-words.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import { faultsOf, valueFields, mostValuesOf, type StartValue } from './control-settings.ts';

interface StartValuesProps {
  readonly kind: QueryableMember['kind'];
  readonly operator: string;
  readonly values: readonly StartValue[];
  /** Whether the form shows their errors. */
  readonly isChecked: boolean;
  readonly onChange: (values: readonly StartValue[]) => void;
}

/** The start values of a filter: a field for each. */
export function StartValues({ kind, operator, values, isChecked, onChange }: StartValuesProps) {
  if (mostValuesOf(operator) === 0) return null;
  if (kind === 'boolean') return <StartTruth value={values[0]} onChange={onChange} />;
  const fields = valueFields(operator, values);
  const faults = faultsOf(kind, operator, fields);
  return (
    <fieldset>
      <legend>{words.value}</legend>
      {fields.map((value, index) => {
        const label = labelOf(operator, index);
        const fault = isChecked ? faults[index] : undefined;
        return (
          <TextField
            key={label}
            label={label}
            type={kind === 'time' && isDay(value) ? 'date' : 'text'}
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            value={String(value)}
            onChange={(text) => onChange(fields.with(index, text))}
            fault={fault && exploreWords.valueFaults[fault]}
          />
        );
      })}
    </fieldset>
  );
}

function StartTruth({
  value,
  onChange,
}: Pick<StartValuesProps, 'onChange'> & { readonly value?: StartValue | undefined }) {
  const options = [
    { id: 'all', title: dashboardWords.all },
    { id: 'true', title: exploreWords.yes },
    { id: 'false', title: exploreWords.no },
  ];
  return (
    <Choice
      label={words.value}
      value={value === undefined ? 'all' : String(value)}
      sections={[{ title: '', options }]}
      onChange={(id) => onChange(id === 'all' ? [] : [id])}
    />
  );
}

function labelOf(operator: string, index: number): string {
  if (operator === 'between') return index === 0 ? exploreWords.from : exploreWords.to;
  return index === 0 ? exploreWords.value : `${exploreWords.value} ${index + 1}`;
}

/** A date field shows nothing else. */
function isDay(value: StartValue): boolean {
  return /^(?:\d{4}-\d{2}-\d{2})?$/.test(String(value));
}
