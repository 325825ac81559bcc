import {
  type CubeName,
  cubeOf,
  type FragmentPart,
  isOwnColumn,
  type MemberId,
  type ModelIndex,
  requireMember,
} from '../../model/index.ts';
import { resolveAlias } from '../joins/requirement.ts';
import {
  type Condition,
  type ConditionOver,
  mapOperands,
  membersNamedIn,
  operandsIn,
  passesNull,
  type Test,
  testsIn,
} from '../../query/index.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

/** A test of a query on members of cubes, which SQL of the model may repeat where it wants. */
export type RequestedCondition = ConditionOver<MemberId>;

export type RequestedLeaf = Exclude<Test<MemberId>, { member: unknown }>;

/** Row filters that test only stored dimensions. */
export function requestedOfRows(filters: readonly PlanCondition[]): readonly RequestedCondition[] {
  return requested(filters, storedDimension);
}

/** Group filters that test only measures. */
export function requestedOfGroups(model: ModelIndex, filters: readonly Condition[]): readonly RequestedCondition[] {
  return requested(filters, (operand) =>
    operand.kind === 'measure' ? resolveAlias(model, operand.member, 'measure').member.id : undefined,
  );
}

/** Removes tests of masked members: SQL that repeats them would test the real values. */
export function seen(
  conditions: readonly RequestedCondition[],
  masked: { hides(id: MemberId): boolean } | undefined,
): readonly RequestedCondition[] {
  if (!masked) return conditions;
  return conditions.filter((condition) => !leavesOf(condition).some(({ operand }) => masked.hides(operand)));
}

function storedDimension(operand: PlanExpression): MemberId | undefined {
  if (operand.kind === 'dimension') return operand.member;
  return operand.kind === 'local-time' ? storedDimension(operand.operand) : undefined;
}

/** Splits at AND; a test that does not concern members alone is left out. */
function requested<Operand>(
  conditions: readonly ConditionOver<Operand>[],
  memberOf: (operand: Operand) => MemberId | undefined,
): readonly RequestedCondition[] {
  return conditions.flatMap((condition) => {
    if (condition.kind === 'and') return requested(condition.conditions, memberOf);
    if (condition.kind === 'rule') return requested([condition.where], memberOf);
    const reported = requestedOfMembers(condition, memberOf);
    return reported ? [reported] : [];
  });
}

function requestedOfMembers<Operand>(
  condition: ConditionOver<Operand>,
  memberOf: (operand: Operand) => MemberId | undefined,
): RequestedCondition | undefined {
  if (membersNamedIn(condition).length > 0) return undefined;
  if (operandsIn(condition).some((operand) => memberOf(operand) === undefined)) return undefined;
  return mapOperands(condition, (operand) => memberOf(operand) as MemberId); // each has one
}

/**
 * Whether a test may remove rows of a cube before it is joined. Its partners then remain without a match, so the test
 * may only remove rows that no unmatched row could replace.
 */
export function isSafeBeforeJoin(model: ModelIndex, condition: RequestedCondition, cube: CubeName): boolean {
  const isOwn = (leaf: RequestedLeaf) => cubeOf(leaf.operand) === cube;
  const isMeasure = ({ operand }: RequestedLeaf) => requireMember(model, operand).kind === 'measure';
  const isSafe = (leaf: RequestedLeaf) => isOwn(leaf) && (isMeasure(leaf) || isNullWithoutRow(model, leaf.operand));
  const leaves = leavesOf(condition);
  if ('conditions' in condition) return leaves.every(isSafe) && !passesNull(condition);
  return !leaves.some(isOwn) || (leaves.every(isSafe) && !passesNull(condition));
}

/**
 * Whether a dimension is a plain column of its cube: an expression, such as COALESCE, may have a value without a row.
 */
function isNullWithoutRow(model: ModelIndex, dimension: MemberId): boolean {
  const { expression } = resolveAlias(model, dimension, 'dimension').member;
  if (expression.kind !== 'sql') return false;
  if (isOwnColumn(expression.sql)) return true;
  const [only, ...others] = expression.sql.parts;
  if (only?.kind !== 'member' || others.length > 0) return false;
  return cubeOf(only.member) === cubeOf(dimension) && isNullWithoutRow(model, only.member);
}

type FilterParams = Extract<FragmentPart, { kind: 'filter-params' }>;

/**
 * Whether a test becomes part of `FILTER_PARAMS` or `FILTER_GROUP`. Tests joined with OR are included completely or not
 * at all.
 */
export function isPushed(condition: RequestedCondition, { filters, isGroup }: FilterParams): boolean {
  if ('conditions' in condition && !isGroup) return false;
  return leavesOf(condition).every((leaf) => filters.some(({ member }) => member === leaf.operand));
}

export function leavesOf(condition: RequestedCondition): readonly RequestedLeaf[] {
  return testsIn(condition).flatMap((test) => ('member' in test ? [] : [test]));
}
