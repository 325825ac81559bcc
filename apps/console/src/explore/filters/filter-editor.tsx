import { type FormEvent, useState } from 'react';
import type { DataIdentity } from '../../api/data.ts';
import { Choice } from '../../controls/choice.tsx';
import { TextField } from '../../controls/text-field.tsx';
import type { QueryableMember } from '../../model/views.ts';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { operatorText } from '../../controls/operator-text.ts';
import {
  faultOf,
  filterOf,
  type MemberFilterValue,
  type MemberFilter,
  operatorsOf,
  takesSeveral,
  takesValues,
} from '../../model/filter-values.ts';
import { ValueList } from './value-list.tsx';
import { FormActions } from '../../controls/form-actions.tsx';

interface FilterEditorProps {
  readonly asker: DataIdentity;
  /** Absent: the model has no such member, so that its filter can only be taken off or left as it is. */
  readonly member: QueryableMember | undefined;
  readonly name: string;
  readonly filter: MemberFilter | undefined;
  readonly onApply: (filter: MemberFilter) => void;
  readonly onClose: () => void;
}

/** Operator and values of a filter. */
export default function FilterEditor({ asker, member, name, filter, onApply, onClose }: FilterEditorProps) {
  const kind = member?.kind ?? 'text';
  const operators = operatorsOf(kind, filter?.operator);
  const [operator, setOperator] = useState(filter?.operator ?? operators[0] ?? 'set');
  const [values, setValues] = useState<readonly MemberFilterValue[]>(filter?.values ?? []);
  const [isChecked, setChecked] = useState(false);
  const given = takesSeveral(operator) ? values : values.slice(0, 1);
  const fault = isChecked ? faultOf(kind, operator, given) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (faultOf(kind, operator, given) === undefined) onApply(filterOf(name, operator, given));
  };
  const options = operators.map((id) => ({ id, title: operatorText(id) }));
  const isList = takesSeveral(operator) && kind !== 'boolean' && kind !== 'time';
  return (
    <form onSubmit={submit} noValidate>
      <Choice
        label={details.operator}
        value={operator}
        sections={[{ title: '', options }]}
        onChange={(id) => setOperator(operators.find((each) => each === id) ?? operator)}
      />
      {!takesValues(operator) ? null : kind === 'boolean' ? (
        <Choice
          label={words.value}
          value={given[0] === undefined ? undefined : String(given[0])}
          sections={[
            {
              title: '',
              options: [
                { id: 'true', title: words.yes },
                { id: 'false', title: words.no },
              ],
            },
          ]}
          onChange={(id) => setValues([id])}
        />
      ) : isList ? (
        <ValueList
          asker={asker}
          name={name}
          hasSuggestions={member?.hasSuggestions === true && (operator === 'equals' || operator === 'notEquals')}
          values={values}
          fault={fault && words.valueFaults[fault]}
          onChange={setValues}
        />
      ) : (
        <TextField
          label={words.value}
          autoFocus
          value={given.map(String).join(', ')}
          onChange={(text) => setValues(text === '' ? [] : kind === 'time' ? text.split(/\s*,\s*/) : [text])}
          fault={fault && words.valueFaults[fault]}
          help={kind === 'time' ? details.daysHelp : undefined}
        />
      )}
      <FormActions action={details.apply} onCancel={onClose} />
    </form>
  );
}
