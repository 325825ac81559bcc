import type { ModelIndex } from '@orrery/semantic';
import {
  type AggregateCall,
  type Column,
  type ColumnId,
  type Computed,
  columnsOf,
  columnsRead,
  mapCall,
  mapScalars,
  type Relation,
  sameScalar,
  type Scalar,
} from '../relation/index.ts';
import { equated } from './above/row-keys.ts';
import { conjuncts } from './filters/row-filters.ts';
import { columnScalar, fresh, hasQuery, type Numbers, substitute } from './part.ts';
import { scalarsOfCall } from './row-values.ts';

type Aggregate = Extract<Relation, { kind: 'aggregate' }>;
type Join = Extract<Relation, { kind: 'join' }>;

/** A condition of the join: an expression of either view, and the column that is to hold it. */
interface Key {
  readonly condition: Scalar;
  readonly left: Computed<Scalar>;
  readonly right: Computed<Scalar>;
}

/**
 * Two views that are joined on columns and grouped by just these: each view is grouped by itself, and the groups are
 * joined, so that no row of one view repeats a measure of the other.
 *
 * @returns undefined for anything else
 */
export function mergeViews(given: Aggregate, model: ModelIndex, numbers: Numbers): Relation | undefined {
  const { aggregate, filters, join } = overJoin(given);
  if (join.kind !== 'join' || join.isLateral || (join.join !== 'inner' && join.join !== 'left')) return undefined;
  if (aggregate.sets || ![join.left, join.right].every((side) => viewOf(side, model))) return undefined;
  const sides = sidesOf(join);
  const keys: Key[] = [];
  const tests: Scalar[] = [...filters];
  for (const condition of join.on ? conjuncts(join.on) : []) {
    const key = keyOf(condition, sides, numbers);
    if (key) keys.push(key);
    else if (join.join === 'inner') tests.push(condition);
    else return undefined;
  }
  const shown = aggregate.groups.map((group) => ({ group, key: keys.find((key) => isKey(group, key, join)) }));
  if (keys.length === 0 || !shown.every(({ key }) => key) || !keys.every((key) => shown.some((one) => one.key === key)))
    return undefined;
  const parts = (['left', 'right'] as const).map((side) => {
    const own = tests.filter((one) => isOf(one, sides[side]));
    const calls = aggregate.calls.filter(({ expression }) => isMeasureOf(expression, join[side], sides[side]));
    const groups = keys.map((key) => key[side]);
    const input = own.reduce<Relation>((below, condition) => ({ kind: 'filter', input: below, condition }), join[side]);
    return { own, calls, relation: { kind: 'aggregate', input, groups, calls } as const };
  });
  const [left, right] = parts;
  if (!left || !right || left.own.length + right.own.length < tests.length) return undefined;
  if (left.calls.length + right.calls.length < aggregate.calls.length) return undefined;
  if (join.join === 'left' && right.own.length > 0) return undefined;
  return {
    kind: 'project',
    input: { ...join, left: left.relation, right: right.relation, on: joinedOn(keys) },
    items: [
      ...shown.flatMap(({ group, key }) => {
        const column = key && (isOf(group.expression, sides.left) ? key.left : key.right).column;
        return column ? [{ column: group.column, expression: columnScalar(column) }] : [];
      }),
      ...aggregate.calls.map(({ column }) => ({ column, expression: columnScalar(column) })),
    ],
  };
}

/** A grouping as one of what its filters and projections are over, and the filters. */
function overJoin(given: Aggregate): {
  readonly aggregate: Aggregate;
  readonly filters: readonly Scalar[];
  readonly join: Relation;
} {
  let { input: join, ...aggregate }: Aggregate = given;
  let filters: readonly Scalar[] = [];
  while (join.kind === 'filter' || join.kind === 'project') {
    if (join.kind === 'filter') {
      filters = [...filters, ...conjuncts(join.condition)];
    } else {
      const items = new Map(join.items.map(({ column, expression }) => [column.id, expression]));
      const below = (scalar: Scalar) => substitute(scalar, (id) => items.get(id));
      const moved = <One>(item: Computed<One>, expression: One) => ({ ...item, expression });
      filters = filters.map(below);
      aggregate = {
        ...aggregate,
        groups: aggregate.groups.map((item) => moved(item, below(item.expression))),
        calls: aggregate.calls.map((item) => moved(item, mapCall(item.expression, below))),
      };
    }
    join = join.input;
  }
  return { aggregate: { ...aggregate, input: join }, filters, join };
}

/** The view that a relation is a selection of. */
function viewOf(relation: Relation, model: ModelIndex): boolean {
  if (relation.kind === 'filter' || relation.kind === 'project') return viewOf(relation.input, model);
  return relation.kind === 'piece' && model.pieces.get(relation.piece)?.kind === 'view';
}

type Sides = Readonly<Record<'left' | 'right', ReadonlySet<ColumnId>>>;

function sidesOf({ left, right }: Join): Sides {
  const idsOf = (columns: readonly Column[]) => new Set(columns.map(({ id }) => id));
  return { left: idsOf(columnsOf(left)), right: idsOf(columnsOf(right)) };
}

/** Whether an expression reads one side, and nothing else. */
function isOf(scalar: Scalar, side: ReadonlySet<ColumnId>): boolean {
  const read = columnsRead(scalar);
  return !hasQuery(scalar) && read.length > 0 && read.every((id) => side.has(id));
}

function keyOf(condition: Scalar, sides: Sides, numbers: Numbers): Key | undefined {
  const pair = equated(condition);
  if (!pair) return undefined;
  const [left, right] = isOf(pair[0], sides.left) ? pair : [pair[1], pair[0]];
  if (!isOf(left, sides.left) || !isOf(right, sides.right)) return undefined;
  const held = (expression: Scalar): Computed<Scalar> => ({
    column: fresh(numbers, { name: 'key', type: expression.type }),
    expression,
  });
  return { condition, left: held(left), right: held(right) };
}

/** Rows of a LEFT JOIN have the key of the left side; those of an inner one have either. */
function isKey({ expression }: Computed<Scalar>, { left, right }: Key, { join }: Join): boolean {
  return sameScalar(expression, left.expression) || (join === 'inner' && sameScalar(expression, right.expression));
}

function isMeasureOf(call: AggregateCall, relation: Relation, side: ReadonlySet<ColumnId>): boolean {
  const read = scalarsOfCall(call).flatMap(columnsRead);
  return (
    !scalarsOfCall(call).some(hasQuery) &&
    read.every((id) => side.has(id)) &&
    read.some((id) => isMeasure(relation, id))
  );
}

function isMeasure(relation: Relation, id: ColumnId): boolean {
  if (relation.kind === 'filter') return isMeasure(relation.input, id);
  if (relation.kind === 'piece')
    return relation.columns.some((column) => column.id === id && column.role.kind === 'measure');
  if (relation.kind !== 'project') return false;
  const item = relation.items.find(({ column }) => column.id === id);
  return item?.expression.kind === 'column' && isMeasure(relation.input, item.expression.column);
}

/** The conditions of the join over the columns that hold their expressions. */
function joinedOn(keys: readonly Key[]): Scalar {
  const conditions = keys.map(({ condition, left, right }) => {
    const held = (scalar: Scalar): Scalar => {
      const found = [left, right].find(({ expression }) => sameScalar(scalar, expression));
      return found ? columnScalar(found.column) : mapScalars(scalar, held, (query) => query);
    };
    return held(condition);
  });
  const [only] = conditions;
  return conditions.length === 1 && only ? only : { kind: 'and', conditions, type: { name: 'bool' } };
}
