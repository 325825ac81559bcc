import type { Query } from '@orrery/client/data';
import type { QueryableMember, QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { moveMember, removeMember, setGranularity, sortBy } from '../query/edit-query.ts';
import { type QueryField, dimensionFields, memberNamed, orderOf } from '../query/fields.ts';
import type { useFieldTools } from '../calculated/use-field-tools.ts';
import { Chip, type ChipAct } from './chip.tsx';
import { Shelf, sortActs } from './shelf.tsx';

interface ShelvesProps {
  readonly view: QueryableView;
  readonly query: Query;
  readonly pivot: readonly string[];
  readonly onChange: (query: Query, pivot?: readonly string[]) => void;
  readonly onFilter: (member: string) => void;
  /** Absent until they are loaded. */
  readonly fields: ReturnType<typeof useFieldTools>;
}

/** The shelves of a query: dimensions in rows and columns, and measures. */
export function Shelves({ view, query, pivot, onChange, onFilter, fields: tools }: ShelvesProps) {
  const order = new Map(orderOf(query));
  const across = new Set(pivot);
  const fields = dimensionFields(query);
  const remove = (key: string, member: string) =>
    onChange(
      removeMember(query, member),
      pivot.filter((each) => each !== key),
    );
  const act = (id: string, key: string, member: string) => {
    const [what = '', value = ''] = id.split(' ');
    if (what === 'sort')
      onChange(sortBy(query, key, value === 'none' ? undefined : (value as 'asc' | 'desc'))); // of the list below
    else if (what === 'by')
      onChange(
        setGranularity(query, key, value),
        pivot.map((each) => (each === key ? `${member}.${value}` : each)),
      );
    else if (what === 'move') onChange(moveMember(query, key, value === 'back' ? -1 : 1));
    else if (what === 'columns') onChange(query, [...pivot, key]);
    else if (what === 'rows')
      onChange(
        query,
        pivot.filter((each) => each !== key),
      );
    else if (what === 'filter') onFilter(member);
    else if (what === 'calculate') tools?.add(id, key);
    else remove(key, member);
  };
  const fieldChip = (field: QueryField) => {
    const { key, member, granularity } = field;
    const known = memberNamed(view, member);
    const title = known?.title ?? member;
    return (
      <Chip
        key={key}
        kind={known?.kind ?? 'text'}
        title={granularity === undefined ? title : words.byGranularity(title, granularity)}
        sort={order.get(key)}
        acts={[
          ...(known?.kind === 'time' ? [granularityActs(known, granularity)] : []),
          sortActs(order.get(key)),
          [
            ...moveActs,
            across.has(key) ? { id: 'rows', title: words.toRows } : { id: 'columns', title: words.toColumns },
            { id: 'filter', title: words.filterBy },
          ],
          tools?.actsOf(key) ?? [],
          [{ id: 'remove', title: words.take }],
        ]}
        onAct={(id) => act(id, key, member)}
        onMove={(by) => onChange(moveMember(query, key, by))}
        onRemove={() => remove(key, member)}
      />
    );
  };
  return (
    <div className="shelves">
      <Shelf title={words.rows}>{fields.filter(({ key }) => !across.has(key)).map(fieldChip)}</Shelf>
      {across.size > 0 ? (
        <Shelf title={words.columns}>{fields.filter(({ key }) => across.has(key)).map(fieldChip)}</Shelf>
      ) : null}
      <Shelf title={words.measures}>
        {(query.measures ?? []).map((name) => (
          <Chip
            key={name}
            kind="measure"
            title={memberNamed(view, name)?.title ?? name}
            sort={order.get(name)}
            acts={[
              sortActs(order.get(name)),
              [...moveActs, { id: 'filter', title: words.filterBy }],
              tools?.actsOf(name) ?? [],
              [{ id: 'remove', title: words.take }],
            ]}
            onAct={(id) => act(id, name, name)}
            onMove={(by) => onChange(moveMember(query, name, by))}
            onRemove={() => remove(name, name)}
          />
        ))}
      </Shelf>
      {tools?.shelf}
    </div>
  );
}

const moveActs: readonly ChipAct[] = [
  { id: 'move back', title: words.moveBack },
  { id: 'move on', title: words.moveOn },
];

/** Hours and shorter of a time that is grouped by longer ones are rarely wanted, but always there. */
function granularityActs({ granularities }: QueryableMember, current: string | undefined): readonly ChipAct[] {
  return granularities.map(({ name, title }) => ({
    id: `by ${name}`,
    title: words.granularity(title),
    isChosen: name === current,
  }));
}
