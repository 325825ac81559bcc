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

/** A test a question puts on members of cubes, as SQL of the model may repeat it where it wants. */
export type AskedCondition = ConditionOver<MemberId>;

export type AskedLeaf = Exclude<Test<MemberId>, { member: unknown }>;

/** The tests among row filters that are about stored dimensions and nothing else. */
export function askedOfRows(filters: readonly PlanCondition[]): readonly AskedCondition[] {
  return asked(filters, storedDimension);
}

/** The tests among filters of groups that are about measures and nothing else. */
export function askedOfGroups(model: ModelIndex, filters: readonly Condition[]): readonly AskedCondition[] {
  return asked(filters, (operand) =>
    operand.kind === 'measure' ? resolveAlias(model, operand.member, 'measure').member.id : undefined,
  );
}

/** Without tests of what is masked: where SQL repeats them, they would find the real values. */
export function seen(
  conditions: readonly AskedCondition[],
  masked: { hides(id: MemberId): boolean } | undefined,
): readonly AskedCondition[] {
  if (!masked) return conditions;
  return conditions.filter((condition) => !leavesOf(condition).some(({ operand }) => masked.hides(operand)));
}

function storedDimension(operand: PlanExpression): MemberId | undefined {
  if (operand.kind === 'dimension') return operand.member;
  return operand.kind === 'local-time' ? storedDimension(operand.operand) : undefined;
}

/** What is joined with and stands alone; a test that cannot be told of members is left out. */
function asked<Operand>(
  conditions: readonly ConditionOver<Operand>[],
  memberOf: (operand: Operand) => MemberId | undefined,
): readonly AskedCondition[] {
  return conditions.flatMap((condition) => {
    if (condition.kind === 'and') return asked(condition.conditions, memberOf);
    if (condition.kind === 'rule') return asked([condition.where], memberOf);
    const told = toldOfMembers(condition, memberOf);
    return told ? [told] : [];
  });
}

function toldOfMembers<Operand>(
  condition: ConditionOver<Operand>,
  memberOf: (operand: Operand) => MemberId | undefined,
): AskedCondition | undefined {
  if (membersNamedIn(condition).length > 0) return undefined;
  const members = new Map(operandsIn(condition).map((operand) => [operand, memberOf(operand)]));
  if ([...members.values()].includes(undefined)) return undefined;
  return mapOperands(condition, (operand) => members.get(operand) as MemberId);
}

/**
 * Whether rows of a cube that is joined to others may be left out by a test before the join. Others then stand alone in
 * the joined rows, as if they had no match: so what is left out must be what no row passes that has no match.
 */
export function isSafeBeforeJoin(model: ModelIndex, condition: AskedCondition, cube: CubeName): boolean {
  const isOwn = (leaf: AskedLeaf) => cubeOf(leaf.operand) === cube;
  const isMeasure = ({ operand }: AskedLeaf) => requireMember(model, operand).kind === 'measure';
  const isSafe = (leaf: AskedLeaf) => isOwn(leaf) && (isMeasure(leaf) || isNullWithoutRow(model, leaf.operand));
  const leaves = leavesOf(condition);
  if ('conditions' in condition) return leaves.every(isSafe) && !passesNull(condition);
  return !leaves.some(isOwn) || (leaves.every(isSafe) && !passesNull(condition));
}

/** Whether a dimension is a column of its cube: an expression, as one with COALESCE, may have a value also without a row. */
function isNullWithoutRow(model: ModelIndex, dimension: MemberId): boolean {
  const { expression } = resolveAlias(model, dimension, 'dimension').member;
  if (expression.kind !== 'sql') return false;
  if (isOwnColumn(expression.sql)) return true;
  const [only, ...others] = expression.sql.parts;
  if (only?.kind !== 'member' || others.length > 0) return false;
  return cubeOf(only.member) === cubeOf(dimension) && isNullWithoutRow(model, only.member);
}

type FilterParams = Extract<FragmentPart, { kind: 'filter-params' }>;

/** Whether a test becomes part of `FILTER_PARAMS` or `FILTER_GROUP`. What is joined with or goes there whole, or not at all. */
export function isPushed(condition: AskedCondition, { filters, isGroup }: FilterParams): boolean {
  if ('conditions' in condition && !isGroup) return false;
  return leavesOf(condition).every((leaf) => filters.some(({ member }) => member === leaf.operand));
}

export function leavesOf(condition: AskedCondition): readonly AskedLeaf[] {
  return testsIn(condition).flatMap((test) => ('member' in test ? [] : [test]));
}
