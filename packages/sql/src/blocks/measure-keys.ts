import { functionsNamed } from '../functions/index.ts';
import {
  type AggregateCall,
  type Column,
  type ColumnId,
  columnsOf,
  columnsRead,
  type Computed,
  type Relation,
  type Scalar,
  type Shared,
} from '../relation/index.ts';
import { refuseUnsupported } from '../refusal.ts';
import type { Aggregate } from './merge/over-join.ts';
import { columnScalar, fresh, type Numbers, substitute } from './part.ts';

/**
 * Measures among the keys of a grouping as its values: a group of the other keys has one value of each, so that it is the
 * same group with them. Tools that take measures for columns group by them.
 *
 * @returns undefined when no key reads a measure
 * @throws StatementRefused for a key of measures and dimensions, and for measures in grouping sets
 */
export function measuresAsValues(given: Aggregate, numbers: Numbers, shared: readonly Shared[]): Relation | undefined {
  const isMeasured = (id: ColumnId) => isMeasure(given.input, id, shared);
  const keys = given.groups.filter(({ expression }) => columnsRead(expression).some(isMeasured));
  const [first] = keys;
  if (!first) return undefined;
  const mixed = keys.find(({ expression }) => !columnsRead(expression).every(isMeasured));
  if (mixed) refuseKey(mixed, 'reads a measure and a column of rows', 'Group by either of them');
  const isInSets = given.sets !== undefined || given.calls.some(({ expression }) => isGrouping(expression));
  if (isInSets) refuseKey(first, 'is a measure, which grouping sets do not take', `Select MEASURE(...) beside them`);
  const columns = columnsOf(given.input);
  const values = new Map<ColumnId, Computed<AggregateCall>>();
  for (const id of keys.flatMap(({ expression }) => columnsRead(expression))) {
    const column = columns.find((one) => one.id === id);
    if (column && !values.has(id)) values.set(id, measureOf(column, fresh(numbers, column)));
  }
  const overValues = (scalar: Scalar) =>
    substitute(scalar, (id) => {
      const value = values.get(id);
      return value && columnScalar(value.column);
    });
  const groups = given.groups.filter((group) => !keys.includes(group));
  return {
    kind: 'project',
    input: { ...given, groups, calls: [...given.calls, ...values.values()] },
    items: [
      ...given.groups.map(({ column, expression }) => ({
        column,
        expression: groups.some((group) => group.column.id === column.id)
          ? columnScalar(column)
          : overValues(expression),
      })),
      ...given.calls.map(({ column }) => ({ column, expression: columnScalar(column) })),
    ],
  };
}

function measureOf(column: Column, value: Column): Computed<AggregateCall> {
  const [entry] = functionsNamed('measure');
  if (!entry) throw new Error('MEASURE is a function');
  const call = { function: entry, arguments: [columnScalar(column)], isDistinct: false, order: [], position: 0 };
  return { column: value, expression: { ...call, type: column.type } };
}

/** Whether a column is a measure, or made of one, of a selection that nothing has grouped. */
function isMeasure(relation: Relation, id: ColumnId, shared: readonly Shared[]): boolean {
  switch (relation.kind) {
    case 'piece':
      return relation.columns.some((column) => column.id === id && column.role.kind === 'measure');
    case 'filter':
    case 'sort':
      return isMeasure(relation.input, id, shared);
    case 'join':
      return isMeasure(relation.left, id, shared) || isMeasure(relation.right, id, shared);
    case 'project': {
      const item = relation.items.find(({ column }) => column.id === id);
      return item !== undefined && columnsRead(item.expression).some((one) => isMeasure(relation.input, one, shared));
    }
    case 'shared': {
      const target = shared[relation.shared]?.relation;
      const column = target && columnsOf(target)[relation.columns.findIndex((one) => one.id === id)];
      return target !== undefined && column !== undefined && isMeasure(target, column.id, shared);
    }
    default:
      return false;
  }
}

function isGrouping({ function: { name } }: AggregateCall): boolean {
  return name === 'grouping';
}

function refuseKey({ expression }: Computed<Scalar>, what: string, hint: string): never {
  const position = 'position' in expression ? expression.position : undefined;
  return refuseUnsupported('sql.measure-key', `A key of the groups ${what}`, position, hint);
}
