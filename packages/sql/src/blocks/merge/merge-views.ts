import type { ModelIndex } from '@orrery/semantic';
import {
  type AggregateCall,
  type Column,
  type Computed,
  columnsOf,
  columnsRead,
  mapScalars,
  type Relation,
  sameScalar,
  type Scalar,
  type SharedRelation,
  hasQuery,
  allOf,
  filtered,
  type AggregateRelation,
} from '../../relation/index.ts';
import { measureIn } from '../measures-read.ts';
import { columnScalar, fresh, type NewColumns } from '../part.ts';
import { scalarsOfCall } from '../row-values.ts';
import { addedUp, isLasting } from './added-groups.ts';
import { equated } from '../above/row-keys.ts';
import { equatedIn } from './base-columns.ts';
import { joinConditions } from './null-safe.ts';
import { groupsOfKeptRows } from './kept-rows.ts';
import { heldConditions, isOf, type JoinKey, type OverInput, type Side } from './over-join.ts';
import { areViewsJoined, type ColumnJoin, readJoin } from './read-join.ts';
import { isNullWith } from './rejects-null.ts';
import { setsApart } from './sets-apart.ts';

type ProjectRelation = Extract<Relation, { kind: 'project' }>;

interface Surroundings {
  readonly model: ModelIndex;
  readonly numbers: NewColumns;
  readonly shared: readonly SharedRelation[];
}

/**
 * Merges views that are joined on columns and grouped: each is grouped alone, by the columns of the join and its own
 * keys of the groups, and the groups are joined. So no row of one view repeats a measure of the other. Where the
 * statement does not group by the columns of the join, the groups are added up.
 *
 * @returns undefined for anything else, and for measures that cannot be added up
 */
export function mergeViews({ aggregate, filters, input }: OverInput, surroundings: Surroundings): Relation | undefined {
  const { model, numbers, shared } = surroundings;
  if (input.kind !== 'join' || input.isLateral) return undefined;
  if (!areViewsJoined(input, model, shared)) return undefined;
  if (aggregate.sets) return setsApart({ ...aggregate, input: filtered(input, filters) }, numbers);
  const join = readJoin(input, filters, numbers, shared);
  if (!join) return undefined;
  const merged = ofGroups(aggregate, join, surroundings) ?? ofKeptRows(aggregate, join, surroundings);
  return merged && withCountsOfNone(merged, aggregate, join, shared);
}

/** Counts of columns have 0 in groups of rows that found none of their side. Measures have NULL there. */
function withCountsOfNone(
  merged: ProjectRelation,
  { calls }: AggregateRelation,
  join: ColumnJoin,
  shared: readonly SharedRelation[],
): Relation {
  const counts = calls.filter(({ expression }) => {
    const side = sideOf(expression, join, shared);
    const isCount = expression.function.name === 'count' && !readsMeasure(expression, join, shared);
    return isCount && side !== undefined && mayBeAbsent(side, join);
  });
  const ids = new Set(counts.map(({ column }) => column.id));
  if (ids.size === 0) return merged;
  const items = merged.items.map(({ column, expression }) => {
    if (!ids.has(column.id)) return { column, expression };
    const zero: Scalar = { kind: 'constant', value: '0', type: column.type };
    return { column, expression: { kind: 'coalesce', items: [expression, zero], type: column.type } as const };
  });
  return { ...merged, items };
}

function mayBeAbsent(side: Side, { kind }: ColumnJoin): boolean {
  return kind === 'full' || (kind === 'left' && side === 'right');
}

/** Computes measures that do not add up by the rows of each view that the join keeps. */
function ofKeptRows(
  aggregate: AggregateRelation,
  join: ColumnJoin,
  { numbers, shared }: Surroundings,
): ProjectRelation | undefined {
  const calls = aggregate.calls.flatMap((call) => {
    const side = sideOf(call.expression, join, shared);
    return side === undefined ? [] : [{ call, side }];
  });
  return calls.length < aggregate.calls.length ? undefined : groupsOfKeptRows(aggregate, calls, join, numbers);
}

function ofGroups(
  aggregate: AggregateRelation,
  join: ColumnJoin,
  surroundings: Surroundings,
): ProjectRelation | undefined {
  const { numbers, shared } = surroundings;
  const { input } = aggregate;
  if (input.kind !== 'join') return undefined;
  const held = new SharedExpressions(join, numbers);
  const shown = aggregate.groups.map(({ column, expression }) => ({ column, expression: held.over(expression) }));
  const [above, ofPairs] = [join.above, join.ofPairs].map((all) => all.map((one) => held.over(one)));
  if ([...shown.map(({ expression }) => expression), ...(above ?? []), ...(ofPairs ?? [])].some(readsSides(join)))
    return undefined;
  const isWhole = areKeysShown(join, shown, held);
  const calls = aggregate.calls.map((call) => ({ call, side: sideOf(call.expression, join, shared) }));
  const parts = calls.map(({ call, side }) => {
    const column = isWhole ? call.column : fresh(numbers, call.column);
    return side && { call, side, part: { column, expression: call.expression } };
  });
  const known = parts.flatMap((one) => one ?? []);
  if (known.length < parts.length) return undefined;
  const side = (name: Side): Relation => ({
    kind: 'aggregate',
    input: filtered(join.sides[name], join.tests[name]),
    groups: [...join.keys.map((key) => key[name]), ...held.groups[name]],
    calls: known.filter((one) => one.side === name).map(({ part }) => part),
  });
  const on = heldConditions(join.keys, ['left', 'right']).map((one) => (isWhole === 'null-safe' ? nullSafe(one) : one));
  const joined: Relation = {
    ...input,
    join: join.kind,
    left: side('left'),
    right: side('right'),
    on: allOf([...on, ...(ofPairs ?? [])]),
    isListed: false,
  };
  const groups = filtered(joined, above ?? []);
  if (isWhole) {
    const items = [...shown, ...calls.map(({ call: { column } }) => ({ column, expression: columnScalar(column) }))];
    return { kind: 'project', input: groups, items };
  }
  const added = known.map(({ call, side: name, part }): AddedColumn | undefined => {
    const keys = [...join.keys.map((key) => key[name]), ...held.groups[name]].map(({ expression }) => expression);
    const isRepeated = !held.groups[name === 'left' ? 'right' : 'left'].every((one) => isShown(one, shown));
    const expression = addedUp(
      call.expression,
      part.column,
      { keys, selection: join.sides[name], isRepeated },
      surroundings,
    );
    return (
      expression && {
        column: call.column,
        call: { column: fresh(numbers, { ...call.column, type: expression.type }), expression },
      }
    );
  });
  if (added.includes(undefined)) return undefined;
  return addedGroups(
    groups,
    shown,
    added.flatMap((one) => one ?? []),
    aggregate,
  );
}

interface AddedColumn {
  /** The column in the form in which the statement shows it. */
  readonly column: Column;
  readonly call: Computed<AggregateCall>;
}

/** Groups of parts that were grouped by more. Without keys a count is 0 where no part is. */
function addedGroups(
  input: Relation,
  groups: readonly Computed<Scalar>[],
  added: readonly AddedColumn[],
  { calls }: AggregateRelation,
): ProjectRelation {
  const isCount = (column: Column) =>
    groups.length === 0 &&
    calls.some((call) => call.column === column && call.expression.type.name === 'int8') &&
    column.type.name === 'int8';
  return {
    kind: 'project',
    input: { kind: 'aggregate', input, groups, calls: added.map(({ call }) => call) },
    items: [
      ...groups.map(({ column }) => ({ column, expression: columnScalar(column) })),
      ...added.map(({ column, call }) => {
        const value = typed(columnScalar(call.column), column);
        const zero: Scalar = { kind: 'constant', value: '0', type: column.type };
        const expression: Scalar = isCount(column)
          ? { kind: 'coalesce', items: [value, zero], type: column.type }
          : value;
        return { column, expression };
      }),
    ],
  };
}

function typed(operand: Scalar, { type }: Column): Scalar {
  return operand.type.name === type.name ? operand : { kind: 'cast', operand, type, position: 0 };
}

/** Expressions over the columns that the groups of both sides have. */
class SharedExpressions {
  readonly groups: Readonly<Record<Side, Computed<Scalar>[]>> = { left: [], right: [] };
  readonly #join: ColumnJoin;
  readonly #numbers: NewColumns;

  constructor(join: ColumnJoin, numbers: NewColumns) {
    this.#join = join;
    this.#numbers = numbers;
  }

  /**
   * An expression that is no key of the join becomes a key of the groups of its side, whole where it reads one side only. Where a row
   * may be without that side, only what is NULL there is whole: anything else is computed above the join.
   */
  over(scalar: Scalar): Scalar {
    const overKeys = this.#overKeys(scalar);
    if (!readsSides(this.#join)(overKeys)) return overKeys;
    for (const side of ['left', 'right'] as const) {
      if (isOf(scalar, this.#join.ids[side]) && this.#isKept(side, scalar))
        return columnScalar(this.#groupOf(side, scalar));
    }
    return this.#overColumns(overKeys);
  }

  #isKept(side: Side, scalar: Scalar): boolean {
    const { kind, ids } = this.#join;
    return kind === 'inner' || (kind === 'left' && side === 'left') || isNullWith(scalar, ids[side]);
  }

  #overKeys(scalar: Scalar): Scalar {
    for (const { left, right } of this.#join.keys) {
      for (const one of [left, right]) if (sameScalar(scalar, one.expression)) return columnScalar(one.column);
    }
    return mapScalars(
      scalar,
      (one) => this.#overKeys(one),
      (query) => query,
    );
  }

  #overColumns(scalar: Scalar): Scalar {
    for (const side of ['left', 'right'] as const) {
      if (scalar.kind === 'column' && this.#join.ids[side].has(scalar.column))
        return columnScalar(this.#groupOf(side, scalar));
    }
    return mapScalars(
      scalar,
      (one) => this.#overColumns(one),
      (query) => query,
    );
  }

  #groupOf(side: Side, expression: Scalar): Column {
    const known = this.groups[side].find((one) => sameScalar(one.expression, expression));
    if (known) return known.column;
    const column = fresh(this.#numbers, { name: 'key', type: expression.type });
    this.groups[side].push({ column, expression });
    return column;
  }
}

/** Whether an expression reads rows of a side, and not only what their groups have. */
function readsSides({ ids }: ColumnJoin): (scalar: Scalar) => boolean {
  return (scalar) => hasQuery(scalar) || columnsRead(scalar).some((id) => ids.left.has(id) || ids.right.has(id));
}

/**
 * Whether the keys of the groups tell all columns of the join. `null-safe`: with rows of both sides that have NULL there
 * in one group, as COALESCE of both columns has them.
 */
function areKeysShown(
  join: ColumnJoin,
  shown: readonly Computed<Scalar>[],
  held: SharedExpressions,
): boolean | 'null-safe' {
  const has = (test: (scalar: Scalar) => boolean) => shown.some(({ expression }) => test(expression));
  const is = (one: Computed<Scalar>) => isShown(one, shown);
  if (![...held.groups.left, ...held.groups.right].every(is)) return false;
  // A join within the left side tells a key where its side that keeps all rows has the other expression.
  const told = toldIn(join.sides.left);
  const isTold = (key: Scalar) =>
    told.some(
      ({ by, expression }) =>
        sameScalar(expression, key) && held.groups.left.some((one) => sameScalar(one.expression, by) && is(one)),
    );
  switch (join.kind) {
    case 'inner':
      return join.keys.every(({ left, right }) => is(left) || is(right) || isTold(left.expression));
    case 'left':
      return join.keys.every(({ left }) => is(left) || isTold(left.expression));
    case 'full': {
      const areAlone = held.groups.left.length + held.groups.right.length === 0 && join.above.length === 0;
      const isOfBoth = ({ left, right }: JoinKey, one: Scalar) =>
        one.kind === 'coalesce' && isPair(one.items, [left, right]);
      const [key, ...others] = join.keys;
      if (!areAlone || !key) return false;
      // One column that is NULL on both sides: every expression over it has one value.
      if (others.length === 0)
        return (is(key.left) && is(key.right)) || has((one) => isOfBoth(key, one)) ? 'null-safe' : false;
      // Some of several columns may be NULL: any other of them shows that a row of its side is there.
      const areOfBoth = shown.every(({ expression }) => join.keys.some((one) => isOfBoth(one, expression)));
      return areOfBoth && join.keys.every((one) => has((scalar) => isOfBoth(one, scalar))) ? 'null-safe' : false;
    }
  }
}

interface FunctionalDependency {
  readonly by: Scalar;
  readonly expression: Scalar;
}

/** Facts that the joins of a selection give: rows with one value on the side that is kept have one on the other. */
function toldIn(relation: Relation): readonly FunctionalDependency[] {
  if (relation.kind === 'filter') return toldIn(relation.input);
  if (relation.kind !== 'join') return [];
  const [left, right] = [relation.left, relation.right].map((side) => new Set(columnsOf(side).map(({ id }) => id)));
  if (!left || !right) return [];
  // A condition of single rows on the side that is kept decides which of them find a row.
  const isKept = (kept: ReadonlySet<number>, other: ReadonlySet<number>) =>
    joinConditions(relation.on).every((one) => isOf(one, other) || (equated(one) && !isOf(one, kept)));
  const own = equatedIn({ ...relation, left: nothing, right: nothing }).flatMap(
    ([one, other]): readonly FunctionalDependency[] => {
      const [inLeft, inRight] = isOf(one, left) ? [one, other] : [other, one];
      const ofLeft = { by: inLeft, expression: inRight };
      const ofRight = { by: inRight, expression: inLeft };
      if (relation.join === 'inner') return [ofLeft, ofRight];
      if (relation.join === 'left') return isKept(left, right) ? [ofLeft] : [];
      return relation.join === 'right' && isKept(right, left) ? [ofRight] : [];
    },
  );
  return [...own, ...toldIn(relation.left), ...toldIn(relation.right)];
}

const nothing: Relation = { kind: 'values', columns: [], rows: [[]] };

function isShown({ column }: Computed<Scalar>, shown: readonly Computed<Scalar>[]): boolean {
  return shown.some(({ expression }) => expression.kind === 'column' && expression.column === column.id);
}

function isPair(items: readonly Scalar[], columns: readonly Computed<Scalar>[]): boolean {
  const ids = items.map((one) => (one.kind === 'column' ? one.column : undefined));
  return items.length === 2 && columns.every(({ column }) => ids.includes(column.id));
}

function nullSafe(condition: Scalar): Scalar {
  if (condition.kind !== 'call' || condition.function.name !== '=') return condition;
  const [left, right] = condition.arguments;
  return left && right ? { kind: 'distinct-from', left, right, isNegated: true, type: condition.type } : condition;
}

/** The side that a call reads, where a join that repeats its rows does not change the call. */
function sideOf(call: AggregateCall, join: ColumnJoin, shared: readonly SharedRelation[]): Side | undefined {
  const scalars = scalarsOfCall(call);
  if (scalars.some(hasQuery)) return undefined;
  const read = scalars.flatMap(columnsRead);
  const side = (['left', 'right'] as const).find((one) => read.length > 0 && read.every((id) => join.ids[one].has(id)));
  if (side === undefined) return undefined;
  if (readsMeasure(call, join, shared)) return side;
  // A row of the other side alone may have a value here, such as that of COALESCE.
  const isOfRows = !mayBeAbsent(side, join) || call.arguments.every((one) => isNullWith(one, join.ids[side]));
  return isLasting(call) && isOfRows ? side : undefined;
}

function readsMeasure(call: AggregateCall, { sides }: ColumnJoin, shared: readonly SharedRelation[]): boolean {
  const read = scalarsOfCall(call).flatMap(columnsRead);
  return read.some((id) => [sides.left, sides.right].some((side) => measureIn(side, id, shared)));
}
