import {
  type AggregateCall,
  columnsOf,
  columnsRead,
  type Computed,
  type Relation,
  type Scalar,
  type SharedRelation,
  conjuncts,
  filtered,
  type AggregateRelation,
} from '../../relation/index.ts';
import { refuseUnsupported } from '../../refusal.ts';
import { measureIn } from '../measures-read.ts';
import { overInput } from '../merge/over-join.ts';
import { columnScalar, fresh, type NewColumns } from '../part.ts';
import { measureValues, positionOf } from './measure-values.ts';

interface KeyContext {
  readonly numbers: NewColumns;
  readonly shared: readonly SharedRelation[];
}

/**
 * Measures among the keys of a grouping as its values: a group of the other keys has one value of each, so that it is the
 * same group with them. Tools that take measures for columns group by them.
 *
 * @returns undefined when no key reads a measure
 * @throws StatementRefused for a key of measures and dimensions, and for measures in grouping sets
 */
export function measuresAsValues(given: AggregateRelation, { numbers, shared }: KeyContext): Relation | undefined {
  const reads = ({ groups, input }: AggregateRelation) =>
    groups.filter(({ expression }) => columnsRead(expression).some((id) => measureIn(input, id, shared)));
  if (reads(given).length === 0) return undefined;
  const over = overInput(given);
  const aggregate: AggregateRelation = { ...over.aggregate, input: filtered(over.input, over.filters) };
  const keys = reads(aggregate);
  for (const key of keys) requireMeasuresAlone(key, aggregate, shared);
  const read = keys.map(({ expression }) => expression);
  const values = measureValues(read, aggregate.input, numbers);
  const others = aggregate.groups.filter((group) => !keys.includes(group));
  return {
    kind: 'project',
    input: {
      ...aggregate,
      groups: others.length > 0 ? others : [oneGroup(numbers)],
      calls: [...aggregate.calls, ...values.calls],
    },
    items: [
      ...aggregate.groups.map((group) => ({
        column: group.column,
        expression: keys.includes(group) ? values.over(group.expression) : columnScalar(group.column),
      })),
      ...aggregate.calls.map(({ column }) => ({ column, expression: columnScalar(column) })),
    ],
  };
}

/** A key that all rows share: without rows there is no group, as with the keys that are written. */
function oneGroup(numbers: NewColumns): Computed<Scalar> {
  const type = { name: 'int4' } as const;
  return { column: fresh(numbers, { name: 'all', type }), expression: { kind: 'constant', value: '0', type } };
}

function requireMeasuresAlone(
  { column, expression }: Computed<Scalar>,
  { input, sets, calls }: AggregateRelation,
  shared: readonly SharedRelation[],
): void {
  const read = columnsRead(expression).map((id) => measureIn(input, id, shared));
  const position = positionOf(expression);
  const refuse = (what: string, hint: string) =>
    refuseUnsupported('sql.measure-key', `A key of the groups ${what}`, position, hint);
  if (read.includes(undefined)) refuse('reads a measure and a column of rows', 'Group by either of them');
  if (read.includes('a part')) refuse('is made of a measure elsewhere', 'Write the expression into GROUP BY');
  const asksForIt = ({ function: { name }, arguments: given }: AggregateCall) =>
    name === 'grouping' && given.some((one) => one.kind === 'column' && one.column === column.id);
  if (sets !== undefined || calls.some((call) => asksForIt(call.expression))) {
    refuse('is a measure, which grouping sets do not take', 'Select MEASURE(...) beside them');
  }
}

/** A condition of WHERE on a measure below a grouping may be meant for the rows, or for the groups as HAVING is. */
export function refuseMeasuresInWhere(relation: Relation, shared: readonly SharedRelation[]): void {
  switch (relation.kind) {
    case 'filter': {
      for (const condition of conjuncts(relation.condition)) {
        const id = columnsRead(condition).find((one) => measureIn(relation.input, one, shared));
        const name = columnsOf(relation.input).find((column) => column.id === id)?.name;
        if (name !== undefined) refuseTest(name, positionOf(condition));
      }
      return refuseMeasuresInWhere(relation.input, shared);
    }
    case 'project':
    case 'sort':
      return refuseMeasuresInWhere(relation.input, shared);
    case 'join':
      for (const side of [relation.left, relation.right]) refuseMeasuresInWhere(side, shared);
      return;
    case 'shared': {
      const target = shared[relation.shared]?.relation;
      if (target) refuseMeasuresInWhere(target, shared);
      return;
    }
    default:
  }
}

function refuseTest(name: string, position: number | undefined): never {
  return refuseUnsupported(
    'sql.measure-in-where',
    `WHERE tests the measure '${name}' of groups`,
    position,
    `Test groups by HAVING MEASURE(${name}), and rows by a dimension`,
  );
}
