import type { PivotSource } from '@orrery/charts';
import type { Meta } from '@orrery/client/data';
import { type ReactNode, useState } from 'react';
import { aggregates, calculations, type CalculatedField } from '../../model/calculated-fields.ts';
import { obstacleOf } from '../../model/field-obstacle.ts';
import type { QueryableView } from '../../model/views.ts';
import { calculationWords as words } from '../../words/calculation-words.ts';
import { sortBy } from '../query/edit-query.ts';
import { fieldOf, memberNamed, orderOf } from '../query/fields.ts';
import { Chip, type ChipAct } from '../shelves/chip.tsx';
import { Shelf, sortActs } from '../shelves/shelf.tsx';
import {
  addField,
  aggregatesOf,
  calculationsOf,
  canBeFiltered,
  measureNamed,
  namesIn,
  removeField,
  replaceField,
  type WithFields,
} from './edit-fields.ts';
import { FieldDialog } from './field-dialog.tsx';
import { fieldText, obstacleText, titleOf } from './field-text.ts';

interface FieldTools {
  /** Lists the actions for calculated fields in the menu of a measure or dimension of the query. */
  readonly actsOf: (key: string) => readonly ChipAct[];
  /** Adds the field of an act. */
  readonly add: (act: string, key: string) => void;
  /** Makes a measure of the rows below the head of a pivoted column; absent where it cannot be one. */
  readonly filteredOf: (pivoted: PivotSource) => { readonly title: string; readonly add: () => void } | undefined;
  /** The fields that there are. */
  readonly shelf: ReactNode;
}

interface Exploring {
  readonly view: QueryableView;
  readonly meta: Meta;
  readonly shown: WithFields;
  readonly onChange: (next: WithFields) => void;
}

/** Makes the tools for calculated fields of an exploration. */
export function toolsFor({ view, meta, shown, onChange }: Exploring): FieldTools {
  const named = (act: string) => (each: string) => act === `calculate ${each}`;
  return {
    actsOf: (key) => {
      const member = memberNamed(view, fieldOf(key).member);
      if (!member) return [];
      const fields =
        member.kind === 'measure'
          ? calculationsOf(measureNamed(meta, key) ?? {}).map((calculation) => ({ name: '', calculation, of: key }))
          : aggregatesOf(member.kind).map((aggregate) => ({ name: '', aggregate, of: key }));
      return fields.map((field) => {
        const what = 'calculation' in field ? field.calculation : field.aggregate;
        return {
          id: `calculate ${what}`,
          title: words.names[what],
          obstacle: obstacleText(field, shown.q, view),
        };
      });
    },
    add: (act, of) => {
      const title = titleOf(of, view);
      const calculation = calculations.find(named(act));
      const aggregate = aggregates.find(named(act));
      const add = (what: keyof typeof words.names, field: Parameters<typeof addField>[2]) =>
        onChange(addField(shown, words.named(title, words.parts[what]), field, meta));
      if (calculation) add(calculation, { calculation, of });
      else if (aggregate) add(aggregate, { aggregate, of });
    },
    filteredOf: ({ name: of, above, title }) => {
      const member = memberNamed(view, of);
      const where = above.map(({ name, value }) => ({ dimension: name, value: value ?? null }));
      // Times without a granularity have too many digits to be equal.
      const isOfTimes = above.some(
        ({ name }) => memberNamed(view, name)?.kind === 'time' && fieldOf(name).granularity === undefined,
      );
      const hasObstacle = obstacleOf({ name: '', of, where }, shown.q) !== undefined;
      if (!member || !canBeFiltered(measureNamed(meta, of) ?? {}) || isOfTimes || hasObstacle) return undefined;
      return {
        title: words.createFiltered,
        add: () => onChange(addField(shown, words.named(member.title, title), { of, where }, meta)),
      };
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
