import type { QueryItem } from '@orrery/semantic';
import type { Column, Computed, Relation, Scalar } from '../relation/index.ts';
import { type SqlType, sameType } from '../types/index.ts';
import { queryOver } from './close-ungrouped.ts';
import type { GroupedItem, ValueItem } from './grouped-items.ts';
import { columnScalar, fresh, type OpenPart } from './part.ts';
import type { RowFilters } from './filters/row-filters.ts';
import type { BlockContext } from './source.ts';

export interface GroupingKey extends GroupedItem {
  readonly column: Column;
}

export interface GroupedValue extends ValueItem {
  readonly column: Column;
}

/** A call of GROUPING. */
export interface GroupingCall {
  readonly column: Column;
  /** Numbers of its keys. */
  readonly keys: readonly number[];
}

/** The rows of one grouping set: keys that it leaves out are NULL. */
export function oneSet(
  open: OpenPart,
  keys: readonly GroupingKey[],
  set: readonly number[],
  values: readonly GroupedValue[],
  groupings: readonly GroupingCall[],
  filters: RowFilters,
  { numbers }: BlockContext,
): Relation {
  const chosen = keys.filter((_, index) => set.includes(index));
  const marks = groupings.map((one) => markOf(one, set));
  if (chosen.length === 0 && values.length === 0) return rowWithoutKeys(keys, marks);
  const members = values.filter(({ item }, index) => values.findIndex((one) => one.item === item) === index);
  const query = queryOver(open, filters, {
    measures: members.map(({ item }) => item),
    dimensions: chosen.map(({ item }) => item),
  });
  const own = [
    ...chosen.map(({ column, item, scale, type }) => ({
      name: nameOfItem(item),
      own: fresh(numbers, { ...column, ...(type ? { type } : {}) }),
      column,
      scale,
    })),
    ...members.map(({ column, item, scale }) => {
      const typed = typeof item === 'string' ? measureColumn(open, item) : column;
      return { name: nameOfItem(item), own: fresh(numbers, typed), column, scale };
    }),
  ];
  const relation: Relation = {
    kind: 'block',
    block: {
      query,
      outputs: own.map(({ name, scale }) => ({ name, ...(scale ? { scale } : {}) })),
      pieces: open.pieces.map(({ piece }) => piece),
      position: open.pieces[0]?.position ?? 0,
    },
    columns: own.map((one) => one.own),
  };
  const items = [
    ...keys.map(({ column }): Computed<Scalar> => {
      const made = own.find((one) => one.column === column);
      const none: Scalar = { kind: 'constant', value: null, type: column.type };
      return { column, expression: made ? typedAs(column.type, made.own) : none };
    }),
    ...values.map(({ column, item }): Computed<Scalar> => {
      const made = own.find(({ name }) => name === nameOfItem(item));
      if (!made) throw new Error('a measure has a column');
      // The function around a measure may have another type than its member, as SUM over a count.
      return { column, expression: typedAs(column.type, made.own) };
    }),
    ...marks,
  ];
  return { kind: 'project', input: relation, items };
}

/** GROUPING: a bit for each key, which is 1 where the set leaves it out. */
function markOf({ column, keys }: GroupingCall, set: readonly number[]): Computed<Scalar> {
  const bits = keys.reduce((mask, key) => mask * 2 + (set.includes(key) ? 0 : 1), 0);
  return { column, expression: { kind: 'constant', value: String(bits), type: column.type } };
}

function typedAs(type: SqlType, column: Column): Scalar {
  const value = columnScalar(column);
  if (type.name === 'int8' && column.type.name === 'float8') {
    // A count is a whole number: a measure that has a fraction is an error, and is never rounded.
    const text: Scalar = { kind: 'cast', operand: value, type: { name: 'text' }, position: 0 };
    return { kind: 'cast', operand: text, type, position: 0 };
  }
  return sameType(column.type, type) ? value : { kind: 'cast', operand: value, type, position: 0 };
}

/** The row of all groups together, which has no value of its own. */
function rowWithoutKeys(keys: readonly GroupingKey[], marks: readonly Computed<Scalar>[]): Relation {
  const items = keys.map(({ column }): Computed<Scalar> => {
    return { column, expression: { kind: 'constant', value: null, type: column.type } };
  });
  return { kind: 'project', input: { kind: 'values', columns: [], rows: [[]] }, items: [...items, ...marks] };
}

function nameOfItem(item: QueryItem): string {
  return typeof item === 'string' ? item : item.name;
}

function measureColumn({ base }: OpenPart, member: string): Column {
  const found = [...base.values()].find(({ role }) => role.kind === 'measure' && role.member === member);
  if (!found) throw new Error('a measure is a column of its table');
  return found;
}
