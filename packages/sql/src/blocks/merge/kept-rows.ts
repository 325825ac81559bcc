import {
  type AggregateCall,
  type Column,
  type Computed,
  columnsOf,
  mapScalars,
  type Relation,
  sameScalar,
  type Scalar,
  hasQuery,
  allOf,
  filtered,
  type AggregateRelation,
} from '../../relation/index.ts';
import { columnScalar, fresh, type NewColumns, substitute } from '../part.ts';
import { copied } from './copied.ts';
import { isOf, type Side } from './over-join.ts';
import type { ColumnJoin } from './read-join.ts';
import { isNullWith } from './rejects-null.ts';

/** A call of a statement, and the side of the join that it reads. */
export interface OfSide {
  readonly call: Computed<AggregateCall>;
  readonly side: Side;
}

const bool = { name: 'bool' } as const;

/**
 * Joined selections as groupings of the rows of each that the join keeps: a row has one part in a group, however many rows
 * of the other side it finds. Measures of every kind that rows have values of are computed so.
 *
 * @returns undefined where groups are no columns of either side, where rows of a LEFT JOIN that find none have a value in
 * groups of the right side, and for FULL JOIN
 */
export function groupsOfKeptRows(
  { groups }: AggregateRelation,
  calls: readonly OfSide[],
  join: ColumnJoin,
  numbers: NewColumns,
): Extract<Relation, { kind: 'project' }> | undefined {
  if (join.kind === 'full' || groups.some(({ expression }) => hasQuery(expression))) return undefined;
  // What rows without a partner have in such a group, as COALESCE has it, is no value of either side.
  const { left, right } = join.ids;
  const isOfPairs = (one: Scalar) => !isOf(one, left) && !isNullWith(one, right);
  if (join.kind === 'left' && groups.some(({ expression }) => isOfPairs(expression))) return undefined;
  const sides = new Set<Side>(calls.map(({ side }) => side));
  if (sides.size === 0) return undefined;
  // Groups of rows that find none on the right are those of the left side alone.
  if (join.kind === 'left' && groups.length > 0) sides.add('left');
  const [first, second] = (['left', 'right'] as const)
    .filter((side) => sides.has(side))
    .map((side) => sideGroups(side, groups, calls, join, numbers));
  if (!first || (sides.size > 1 && !second)) return undefined;
  const joined: Relation = second ? joinedOn(first, second, join.kind) : first.relation;
  return {
    kind: 'project',
    input: joined,
    items: [
      ...groups.flatMap(({ column }, at) => {
        const own = first.groups[at];
        return own ? [{ column, expression: columnScalar(own) }] : [];
      }),
      ...calls.map(({ call: { column } }) => ({ column, expression: columnScalar(column) })),
    ],
  };
}

interface SideGroups {
  readonly relation: Relation;
  /** The columns in the order of the statement's groups. */
  readonly groups: readonly Column[];
}

function joinedOn(left: SideGroups, right: SideGroups, kind: 'inner' | 'left' | 'full'): Relation {
  const on = left.groups.flatMap((column, at): readonly Scalar[] => {
    const other = right.groups[at];
    const pair = other && { left: columnScalar(column), right: columnScalar(other) };
    return pair ? [{ kind: 'distinct-from', ...pair, isNegated: true, type: bool }] : [];
  });
  const sides = { left: left.relation, right: right.relation, isLateral: false, position: 0 };
  return on.length === 0
    ? { kind: 'join', join: 'cross', ...sides }
    : { kind: 'join', join: kind, ...sides, on: allOf(on) };
}

function sideGroups(
  side: Side,
  groups: readonly Computed<Scalar>[],
  calls: readonly OfSide[],
  join: ColumnJoin,
  numbers: NewColumns,
): SideGroups | undefined {
  const other = side === 'left' ? 'right' : 'left';
  const shown = groups.map(({ column, expression }) => ({
    column: fresh(numbers, column),
    expression: overSide(expression, side, join),
  }));
  const foreign = shown.filter(({ expression }) => !isOf(expression, join.ids[side]));
  const rows = filtered(join.sides[side], join.tests[side]);
  const input =
    foreign.length === 0
      ? keptRows(rows, side, join, numbers)
      : withForeign(
          rows,
          side,
          foreign.every(({ expression }) => isOf(expression, join.ids[other])) ? foreign : [],
          join,
          numbers,
        );
  if (!input) return undefined;
  const own = calls.filter((one) => one.side === side).map(({ call }) => call);
  const over = 'over' in input ? input.over : (scalar: Scalar) => scalar;
  const keys = shown.map(({ column, expression }) => ({
    column,
    expression: foreign.some((one) => one.column === column) ? over(expression) : expression,
  }));
  return {
    relation: { kind: 'aggregate', input: 'over' in input ? input.relation : input, groups: keys, calls: own },
    groups: keys.map(({ column }) => column),
  };
}

/** An expression whose keys of the join are those of one side, where the other side's are equal to them. */
function overSide(scalar: Scalar, side: Side, { keys, kind }: ColumnJoin): Scalar {
  if (kind === 'left' && side === 'left') return scalar;
  const other = side === 'left' ? 'right' : 'left';
  const change = (one: Scalar): Scalar => {
    const key = keys.find((pair) => sameScalar(one, pair[other].expression));
    return key ? key[side].expression : mapScalars(one, change, (query) => query);
  };
  return change(scalar);
}

/** The rows of a side that the join and the conditions above it keep. */
function keptRows(rows: Relation, side: Side, join: ColumnJoin, numbers: NewColumns): Relation | undefined {
  const other = side === 'left' ? 'right' : 'left';
  const isOptional = join.kind === 'left' && side === 'left';
  if (isOptional && join.above.length === 0) return rows;
  const on = [...join.keys.map(({ condition }) => condition), ...join.ofPairs];
  const finds = (conditions: readonly Scalar[], isNegated: boolean): Scalar | undefined => {
    const copy = copied(filtered(join.sides[other], join.tests[other]), numbers);
    if (!copy || conditions.some(hasQuery)) return undefined;
    const query = filtered(copy.relation, conditions.map(copy.over));
    return { kind: 'query-test', test: 'exists', operands: [], query, isNegated, type: bool, position: 0 };
  };
  const found = finds([...on, ...join.above], false);
  if (!found || !isOptional) return found && filtered(rows, [found]);
  const alone = finds(on, true);
  const types = new Map(columnsOf(join.sides[other]).map(({ id, type }) => [id, type]));
  const absent = join.above.map((one) =>
    substitute(one, (id) => {
      const type = types.get(id);
      return type && { kind: 'constant', value: null, type };
    }),
  );
  if (!alone) return undefined;
  const without = allOf([alone, ...absent]);
  return filtered(rows, [{ kind: 'or', conditions: [found, without], type: bool }]);
}

interface WithForeign {
  readonly relation: Relation;
  /** Groups of the other side, over `relation`. */
  over(scalar: Scalar): Scalar;
}

/** The rows of a side, each once for every value of groups of the other side that it finds. */
function withForeign(
  rows: Relation,
  side: Side,
  foreign: readonly Computed<Scalar>[],
  join: ColumnJoin,
  numbers: NewColumns,
): WithForeign | undefined {
  const other = side === 'left' ? 'right' : 'left';
  if (foreign.length === 0 || join.above.length + join.ofPairs.length > 0) return undefined;
  const copy = copied(filtered(join.sides[other], join.tests[other]), numbers);
  if (!copy) return undefined;
  const held = (scalar: Scalar) => ({ column: fresh(numbers, { name: 'key', type: scalar.type }), scalar });
  const keys = join.keys.map((key) => ({ key, ...held(key[other].expression) }));
  const values = foreign.map(({ expression }) => held(expression));
  const items = [...keys, ...values].map(({ column, scalar }) => ({ column, expression: copy.over(scalar) }));
  const others: Relation = { kind: 'distinct', input: { kind: 'project', input: copy.relation, items } };
  const on = keys.map(({ key, column }) => {
    const change = (one: Scalar): Scalar =>
      sameScalar(one, key[other].expression) ? columnScalar(column) : mapScalars(one, change, (query) => query);
    return change(key.condition);
  });
  const kind = join.kind === 'left' && side === 'left' ? 'left' : 'inner';
  return {
    relation: {
      kind: 'join',
      join: kind,
      left: rows,
      right: others,
      on: allOf(on),
      isLateral: false,
      position: 0,
    },
    over: (scalar) => {
      const value = values.find((one) => sameScalar(one.scalar, scalar));
      return value ? columnScalar(value.column) : scalar;
    },
  };
}
