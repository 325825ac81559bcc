import {
  columnsOf,
  type Computed,
  mapCall,
  type Relation,
  type Scalar,
  type AggregateRelation,
} from '../../relation/index.ts';
import { columnScalar, fresh, type NewColumns } from '../part.ts';
import { copied } from './copied.ts';

/**
 * Grouping sets as groupings of their own, one above the other.
 *
 * @returns undefined where a call asks for the sets, and for rows that cannot be read again
 */
export function setsApart(
  { input, groups, sets = [], calls }: AggregateRelation,
  numbers: NewColumns,
): Relation | undefined {
  if (calls.some(({ expression }) => expression.function.name === 'grouping')) return undefined;
  const columns = [...groups, ...calls].map(({ column }) => column);
  const parts = sets.map((set): Relation | undefined => {
    const rows = copied(input, numbers);
    if (!rows) return undefined;
    const keys = groups.map((group, at): Computed<Scalar> | undefined =>
      set.includes(at) ? { column: fresh(numbers, group.column), expression: rows.over(group.expression) } : undefined,
    );
    const values = calls.map(({ column, expression }) => ({
      column: fresh(numbers, column),
      expression: mapCall(expression, rows.over),
    }));
    const shown = [...keys, ...values].map((one, at): Computed<Scalar> => {
      const column = fresh(numbers, columns[at] ?? fail());
      return {
        column,
        expression: one ? columnScalar(one.column) : { kind: 'constant', value: null, type: column.type },
      };
    });
    const own = keys.flatMap((key) => key ?? []);
    return {
      kind: 'project',
      input: { kind: 'aggregate', input: rows.relation, groups: own, calls: values },
      items: shown,
    };
  });
  const known = parts.flatMap((part) => part ?? []);
  const [first, ...others] = known;
  if (!first || known.length < parts.length) return undefined;
  const all = others.reduce<Relation>((left, right) => {
    const own = columns.map((column) => fresh(numbers, column));
    return { kind: 'set', operation: 'union', isAll: true, left, right, columns: own };
  }, first);
  const made = columnsOf(all);
  return {
    kind: 'project',
    input: all,
    items: columns.map((column, at) => ({ column, expression: columnScalar(made[at] ?? fail()) })),
  };
}

function fail(): never {
  throw new Error('each part has the columns of the grouping');
}
