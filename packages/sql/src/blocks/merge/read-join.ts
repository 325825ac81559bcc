import type { ModelIndex } from '@orrery/semantic';
import {
  mapScalars,
  type Relation,
  sameScalar,
  type Scalar,
  type SharedRelation,
  conjuncts,
  allOf,
  filtered,
  type JoinRelation,
} from '../../relation/index.ts';
import type { NewColumns } from '../part.ts';
import { baseColumns, piecesOf } from './base-columns.ts';
import { joinConditions } from './null-safe.ts';
import { isOf, type JoinKey, keyOf, type Side, type Sides, sidesOf } from './over-join.ts';
import { rejectsNull } from './rejects-null.ts';

/** A join of two selections on columns. */
export interface ColumnJoin {
  readonly kind: 'inner' | 'left' | 'full';
  readonly sides: Readonly<Record<Side, Relation>>;
  readonly ids: Sides;
  readonly keys: readonly JoinKey[];
  /** Conditions of the rows of each side. */
  readonly tests: Readonly<Record<Side, readonly Scalar[]>>;
  /** Conditions of the join that are no keys, over columns of the left side. */
  readonly ofPairs: readonly Scalar[];
  /** Conditions of the rows that the join makes. */
  readonly above: readonly Scalar[];
}

/**
 * Reads a join and the conditions above it. A condition that drops all rows which an outer join completes with NULL makes
 * it an inner one; a list of selections is joined by the conditions of WHERE that equate columns of them.
 *
 * @returns undefined where no dimensions are equated, and for conditions of a join that decide about single rows
 */
export function readJoin(
  given: JoinRelation,
  filters: readonly Scalar[],
  numbers: NewColumns,
  shared: readonly SharedRelation[],
): ColumnJoin | undefined {
  const isCross = given.join === 'cross';
  const between = sidesOf(given);
  const equates = (one: Scalar) => keyOf(one, between, numbers) !== undefined;
  const conditions = isCross ? filters.filter(equates) : joinConditions(given.on);
  const rest = isCross ? filters.filter((one) => !conditions.includes(one)) : filters;
  const { kind, join } = turned(given, rest);
  const ids = sidesOf(join);
  const keys: JoinKey[] = [];
  const others: Scalar[] = [];
  for (const condition of conditions) {
    const key = keyOf(condition, ids, numbers);
    if (key) keys.push(key);
    else others.push(condition);
  }
  if (keys.length === 0 || !keys.every((key) => isOfDimensions(key, join, shared))) return undefined;
  const tests = { left: [] as Scalar[], right: [] as Scalar[] };
  const above: Scalar[] = [];
  const ofPairs: Scalar[] = [];
  if (kind !== 'inner') {
    for (const one of others) {
      if (kind === 'left' && isOf(one, ids.right)) tests.right.push(one);
      else if (kind === 'left' && isOf(one, ids.left)) ofPairs.push(one);
      else return undefined;
    }
  }
  for (const one of kind === 'inner' ? [...rest, ...others].map((filter) => overLeft(filter, keys)) : rest) {
    if (kind !== 'full' && isOf(one, ids.left)) tests.left.push(one);
    else if (kind === 'inner' && isOf(one, ids.right)) tests.right.push(one);
    else above.push(one);
  }
  return { kind, sides: { left: join.left, right: join.right }, ids, keys, tests, ofPairs, above };
}

/** The join that conditions leave of one, with the side on the left whose rows it keeps. */
function turned(
  given: JoinRelation,
  filters: readonly Scalar[],
): { readonly kind: ColumnJoin['kind']; readonly join: JoinRelation } {
  const ids = sidesOf(given);
  const needs = (side: Side) => filters.some((one) => rejectsNull(one, ids[side]));
  const keepsLeft = (given.join === 'left' || given.join === 'full') && !needs('right');
  const keepsRight = (given.join === 'right' || given.join === 'full') && !needs('left');
  if (keepsLeft && keepsRight) return { kind: 'full', join: given };
  if (keepsRight) return { kind: 'left', join: { ...given, left: given.right, right: given.left } };
  return { kind: keepsLeft ? 'left' : 'inner', join: given };
}

/** Rows of an inner join have equal keys on both sides. */
function overLeft(filter: Scalar, keys: readonly JoinKey[]): Scalar {
  const change = (scalar: Scalar): Scalar => {
    const key = keys.find(({ right }) => sameScalar(scalar, right.expression));
    return key ? key.left.expression : mapScalars(scalar, change, (query) => query);
  };
  return change(filter);
}

function isOfDimensions({ left, right }: JoinKey, join: JoinRelation, shared: readonly SharedRelation[]): boolean {
  const isOfSide = (side: Relation, expression: Scalar) =>
    baseColumns(side, expression, shared)?.every(({ column }) => column.role.kind === 'dimension') === true;
  return isOfSide(join.left, left.expression) && isOfSide(join.right, right.expression);
}

/** Whether both sides of a join are selections, and one of them is of a view: the model joins cubes only. */
export function areViewsJoined(
  { left, right }: Pick<JoinRelation, Side>,
  model: ModelIndex,
  shared: readonly SharedRelation[],
): boolean {
  const pieces = [left, right].map((side) => piecesOf(side, shared));
  if (pieces.includes(undefined)) return false;
  return pieces.flatMap((one) => one ?? []).some((piece) => model.pieces.get(piece)?.kind === 'view');
}

/**
 * A condition over a list of selections, of which one is a view, as a join by what it equates.
 *
 * @returns undefined where it equates nothing
 */
export function joinedByWhere(
  { input, condition }: Extract<Relation, { kind: 'filter' }>,
  model: ModelIndex,
  numbers: NewColumns,
  shared: readonly SharedRelation[],
): Relation | undefined {
  if (input.kind !== 'join' || input.join !== 'cross' || input.isLateral) return undefined;
  if (!areViewsJoined(input, model, shared)) return undefined;
  const sides = sidesOf(input);
  const conditions = conjuncts(condition);
  const on = conditions.filter((one) => {
    const key = keyOf(one, sides, numbers);
    return key && isOfDimensions(key, input, shared);
  });
  if (on.length === 0) return undefined;
  const joined: JoinRelation = { ...input, join: 'inner', on: allOf(on), isListed: false };
  return filtered(
    joined,
    conditions.filter((one) => !on.includes(one)),
  );
}
