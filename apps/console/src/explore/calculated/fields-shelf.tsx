import type { Meta } from '@orrery/client/data';
import { type ReactNode, useState } from 'react';
import { calculations, type CalculatedField } from '../../model/calculated-fields.ts';
import type { View } from '../../model/views.ts';
import { calculationWords as words } from '../../words/calculation-words.ts';
import { sortBy } from '../query/edit-query.ts';
import { memberNamed, orderOf } from '../query/fields.ts';
import { Chip, type ChipAct } from '../shelves/chip.tsx';
import { Shelf, sortActs } from '../shelves/shelf.tsx';
import { addField, calculationsOf, namesIn, removeField, replaceField, type WithFields } from './edit-fields.ts';
import { FieldDialog } from './field-dialog.tsx';
import { fieldText, obstacleText } from './field-text.ts';

interface FieldTools {
  /** The calculations that a measure has in its menu. */
  readonly actsOf: (measure: string) => readonly ChipAct[];
  /** Adds the calculation of an act. */
  readonly add: (act: string, measure: string) => void;
  /** The fields that there are. */
  readonly shelf: ReactNode;
}

interface Exploring {
  readonly view: View;
  readonly meta: Meta;
  readonly shown: WithFields;
  readonly onChange: (next: WithFields) => void;
}

/** What an exploration can do with calculated fields. */
export function toolsFor({ view, meta, shown, onChange }: Exploring): FieldTools {
  const calculationIn = (act: string) => calculations.find((each) => act === `calculate ${each}`);
  return {
    actsOf: (measure) =>
      calculationsOf(memberNamed(view, measure)?.aggType).map((calculation) => ({
        id: `calculate ${calculation}`,
        title: words.names[calculation],
        obstacle: obstacleText({ name: '', calculation, of: measure }, shown.q, view),
      })),
    add: (act, measure) => {
      const calculation = calculationIn(act);
      const title = memberNamed(view, measure)?.title ?? measure;
      if (calculation) onChange(addField(shown, { calculation, of: measure, title }, meta));
    },
    shelf: shown.calculated ? (
      <FieldsShelf view={view} shown={shown} fields={shown.calculated} onChange={onChange} />
    ) : null,
  };
}

interface FieldsShelfProps extends Pick<Exploring, 'view' | 'shown' | 'onChange'> {
  readonly fields: readonly CalculatedField[];
}

/** The calculated fields, each to be sorted by, changed and removed. */
function FieldsShelf({ view, shown, fields, onChange }: FieldsShelfProps) {
  const { q } = shown;
  const [edited, setEdited] = useState<string>();
  const order = new Map(orderOf(q));
  const field = fields.find(({ name }) => name === edited);
  return (
    <Shelf title={words.title}>
      {fields.map((each) => {
        const { name } = each;
        const obstacle = obstacleText(each, q, view);
        return (
          <Chip
            key={name}
            kind="measure"
            title={name}
            about={obstacle ?? fieldText(each, q, view)}
            isWithoutEffect={obstacle !== undefined}
            sort={order.get(name)}
            acts={[
              ...(obstacle === undefined ? [sortActs(order.get(name))] : []),
              [{ id: 'edit', title: words.edit }],
              [{ id: 'remove', title: words.remove }],
            ]}
            onAct={(id) => {
              const [what, value] = id.split(' ');
              if (what === 'edit') setEdited(name);
              else if (what === 'remove') onChange(removeField(shown, name));
              else onChange({ ...shown, q: sortBy(q, name, value === 'none' ? undefined : (value as 'asc' | 'desc')) }); // of sortActs
            }}
            onRemove={() => onChange(removeField(shown, name))}
          />
        );
      })}
      {field ? (
        <FieldDialog
          field={field}
          query={q}
          about={fieldText(field, q, view)}
          obstacle={obstacleText(field, q, view)}
          taken={new Set([...namesIn(shown)].filter((name) => name !== field.name))}
          onUpdate={(next) => {
            onChange(replaceField(shown, field.name, next));
            setEdited(undefined);
          }}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </Shelf>
  );
}
