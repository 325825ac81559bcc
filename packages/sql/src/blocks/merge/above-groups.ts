import {
  type ColumnId,
  type Computed,
  columnsOf,
  columnsRead,
  mapScalars,
  mapScalarsOf,
  type Relation,
  sameScalar,
  type Scalar,
  type SharedRelation,
  hasQuery,
  allOf,
  filtered,
  type AggregateRelation,
  type JoinRelation,
} from '../../relation/index.ts';
import type { SqlType } from '../../types/index.ts';
import { isAtMostOne } from '../above/row-keys.ts';
import { columnScalar, fresh, type NewColumns } from '../part.ts';
import { scalarsOfCall } from '../row-values.ts';
import { joinConditions } from './null-safe.ts';
import {
  heldConditions,
  isOf,
  isShownKey,
  type JoinKey,
  keyOf,
  type OverInput,
  readsMeasure,
  sidesOf,
} from './over-join.ts';

interface GroupSurroundings {
  readonly numbers: NewColumns;
  /** Common table expressions by their number. */
  readonly shared: readonly SharedRelation[];
}

/**
 * Groups the rows of cubes before they are joined with a part that has one row for each group at most, and before they
 * are tested by sub-queries that read the keys of groups only. So measures of every kind stand for rows of their cube,
 * which the join and the test keep or drop by whole groups.
 *
 * @returns undefined where that is not so
 */
export function moveAboveGroups(
  given: AggregateRelation,
  over: OverInput,
  surroundings: GroupSurroundings,
): Relation | undefined {
  // Without groups there is one row, whatever is kept.
  if (given.sets || given.groups.length === 0) return undefined;
  if (!given.calls.some(({ expression }) => readsMeasure(expression, given.input))) return undefined;
  return (
    constantGroups(given, surroundings.numbers) ??
    testedGroups(over, surroundings.numbers) ??
    joinedGroups(over, surroundings)
  );
}

/** Groups by a sub-query that reads nothing of the rows: it has one value for all of them. */
function constantGroups({ input, ...aggregate }: AggregateRelation, numbers: NewColumns): Relation | undefined {
  const own = new Set(columnsOf(input).map(({ id }) => id));
  const isConstant = ({ expression }: Computed<Scalar>) =>
    hasQuery(expression) && !columnsRead(expression).some((id) => own.has(id));
  const constants = aggregate.groups.filter(isConstant);
  if (constants.length === 0) return undefined;
  const others = aggregate.groups.filter((group) => !isConstant(group));
  const type: SqlType = { name: 'int4' };
  // Without rows there is no group.
  const one = {
    column: fresh(numbers, { name: 'key', type }),
    expression: { kind: 'constant', value: '1', type } as const,
  };
  return {
    kind: 'project',
    input: { ...aggregate, input, groups: others.length > 0 ? others : [one] },
    items: [
      ...constants,
      ...[...others, ...aggregate.calls].map(({ column }) => ({ column, expression: columnScalar(column) })),
    ],
  };
}

/** Filters with sub-queries over the keys of groups test groups. */
function testedGroups({ aggregate, filters, input }: OverInput, numbers: NewColumns): Relation | undefined {
  const own = new Set(columnsOf(input).map(({ id }) => id));
  // A key that is not shown, since the column of the group may be read by what stands around.
  const keys = aggregate.groups.map((group) => ({ group, column: fresh(numbers, group.column) }));
  const held = (scalar: Scalar): Scalar => {
    const key = keys.find(({ group }) => sameScalar(scalar, group.expression));
    return key ? columnScalar(key.column) : mapScalars(scalar, held, (query) => mapScalarsOf(query, held));
  };
  const tests = filters.filter(hasQuery).map((filter) => ({ filter, above: held(filter) }));
  const moved = tests.filter(({ above }) => !columnsRead(above).some((id) => own.has(id)));
  if (moved.length === 0) return undefined;
  const below = filters.filter((filter) => !moved.some((one) => one.filter === filter));
  const groups = keys.map(({ group, column }) => ({ column, expression: group.expression }));
  const grouped: Relation = { ...aggregate, groups, input: filtered(input, below) };
  return {
    kind: 'project',
    input: filtered(
      grouped,
      moved.map(({ above }) => above),
    ),
    items: [
      ...keys.map(({ group, column }) => ({ column: group.column, expression: columnScalar(column) })),
      ...aggregate.calls.map(({ column }) => ({ column, expression: columnScalar(column) })),
    ],
  };
}

function joinedGroups(
  { aggregate, filters, input }: OverInput,
  { numbers, shared }: GroupSurroundings,
): Relation | undefined {
  if (input.kind !== 'join' || input.isLateral) return undefined;
  const join = measuresFirst(input, aggregate);
  if (!join) return undefined;
  const sides = sidesOf(join);
  const keys: JoinKey[] = [];
  const tests = { left: [] as Scalar[], right: [] as Scalar[] };
  for (const condition of joinConditions(join.on)) {
    const key = keyOf(condition, sides, numbers);
    if (key) keys.push(key);
    else if (isOf(condition, sides.right)) tests.right.push(condition);
    else if (isOf(condition, sides.left) && join.join === 'inner') tests.left.push(condition);
    else return undefined;
  }
  for (const filter of filters) {
    if (isOf(filter, sides.left)) tests.left.push(filter);
    else if (isOf(filter, sides.right) && join.join !== 'left') tests.right.push(filter);
    else return undefined;
  }
  if (!isSingle(join.right, keys, shared)) return undefined;
  if (!keys.every((key) => aggregate.groups.some((group) => isShownKey(group, key, join)))) return undefined;
  const shown = aggregate.groups.map((group) => shownGroup(group, keys, sides.left, sides.right, join));
  const called = aggregate.calls.map((call) => {
    const read = scalarsOfCall(call.expression).flatMap(columnsRead);
    if (scalarsOfCall(call.expression).some(hasQuery)) return undefined;
    if (read.every((id) => sides.left.has(id))) return { column: call.column, call };
    // All rows of a group have one and the same row on the other side.
    const [argument] = call.expression.arguments;
    const isExtreme = /^(?:min|max)$/i.test(call.expression.function.name) && !call.expression.filter;
    return isExtreme && argument && isOf(argument, sides.right)
      ? { column: call.column, expression: argument }
      : undefined;
  });
  if (shown.some((one) => !one) || called.some((one) => !one)) return undefined;
  const groups = [...keys.map(({ left }) => left), ...shown.flatMap((one) => (one?.group ? [one.group] : []))];
  const left: Relation = {
    kind: 'aggregate',
    input: filtered(join.left, tests.left),
    groups,
    calls: called.flatMap((one) => (one?.call ? [one.call] : [])),
  };
  const on = heldConditions(keys, ['left']);
  const right = filtered(join.right, tests.right);
  return {
    kind: 'project',
    input: { ...join, left, right, ...(on.length > 0 ? { on: allOf(on) } : {}) },
    items: [...shown, ...called].flatMap((one) =>
      one ? [{ column: one.column, expression: one.expression ?? columnScalar(one.column) }] : [],
    ),
  };
}

/** The join with the side whose measures are read on the left. */
function measuresFirst(join: JoinRelation, { calls }: AggregateRelation): JoinRelation | undefined {
  const reads = (side: Relation) => calls.some(({ expression }) => readsMeasure(expression, side));
  const [left, right] = [reads(join.left), reads(join.right)];
  if (left === right || join.join === 'full') return undefined;
  const { left: one, right: other } = join;
  if (left) return join.join === 'right' ? undefined : join;
  if (join.join === 'left') return undefined;
  return { ...join, join: join.join === 'right' ? 'left' : join.join, left: other, right: one };
}

interface ShownGroup {
  readonly column: Computed<Scalar>['column'];
  /** Where it is a group of the left side. */
  readonly group?: Computed<Scalar>;
  readonly expression?: Scalar;
}

function shownGroup(
  group: Computed<Scalar>,
  keys: readonly JoinKey[],
  left: ReadonlySet<ColumnId>,
  right: ReadonlySet<ColumnId>,
  join: JoinRelation,
): ShownGroup | undefined {
  const { column, expression } = group;
  const key = keys.find((one) => isShownKey(group, one, join) && isOf(expression, left));
  if (key) return { column, expression: columnScalar(key.left.column) };
  if (isOf(expression, left)) return { column, group };
  return isOf(expression, right) ? { column, expression } : undefined;
}

/** Whether at most one row has certain values in the columns that a join compares. */
function isSingle(relation: Relation, keys: readonly JoinKey[], shared: readonly SharedRelation[]): boolean {
  const columns = keys.flatMap(({ right: { expression } }) =>
    expression.kind === 'column' ? [expression.column] : [],
  );
  return isAtMostOne(relation, new Set(columns), shared);
}
