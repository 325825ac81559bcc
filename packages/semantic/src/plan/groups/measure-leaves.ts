import {
  everyPart,
  factOfPart,
  fragmentsOf,
  type MeasureExpression,
  type MemberId,
  membersIn,
  type ModelIndex,
  shownAs,
  windowLeafOf,
  requireMember,
} from '../../model/index.ts';
import type { ColumnId } from '../plan.ts';
import { resolveAlias, type Requirement, requirementsOfMember } from '../joins/requirement.ts';
import type { PlanExpression, StandIn } from '../plan-expression.ts';
import { isOfSwitchesAlone } from '../switches/switches.ts';

/** The aggregates a measure consists of: itself, or the leaves of its calculation at any depth. Cubes' own members. */
export function leavesOf(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const { member } = resolveAlias(model, id, 'measure');
  if (!isCalculation(member.expression)) return [member.id];
  const found = membersIn(fragmentsOf(member)).flatMap((measure) => leavesOf(model, measure));
  const leaves =
    member.expression.kind === 'windowed' ? found.map((leaf) => overWindows(model, leaf, member.id)) : found;
  return [...new Set(leaves)];
}

function isCalculation(
  expression: MeasureExpression,
): expression is Extract<MeasureExpression, { kind: 'calculated' | 'windowed' }> {
  return expression.kind === 'calculated' || expression.kind === 'windowed';
}

/** Turns an aggregate of rows into one over the windows of a measure. Aggregates with other rows stay unchanged. */
function overWindows(model: ModelIndex, leaf: MemberId, over: MemberId): MemberId {
  const { expression } = resolveAlias(model, leaf, 'measure').member;
  const isOfRows = expression.kind === 'aggregate' || expression.kind === 'raw-aggregate';
  return isOfRows && !expression.window ? windowLeafOf(leaf, over) : leaf;
}

/**
 * Builds a measure over the columns of its aggregates.
 *
 * @param groups what its groups show, where a mask depends on that
 */
export function measureOver(
  model: ModelIndex,
  id: MemberId,
  leaf: (measure: MemberId) => PlanExpression,
  groups: readonly StandIn[] = [],
): PlanExpression {
  const { member } = resolveAlias(model, id, 'measure');
  const { expression } = member;
  if (!isCalculation(expression)) return leaf(member.id);
  const { sql, filters } = expression;
  const inner = expression.kind === 'windowed' ? (one: MemberId) => leaf(overWindows(model, one, member.id)) : leaf;
  const measures = membersIn([sql, ...filters]).map((measure) => ({
    member: measure,
    expression: measureOver(model, measure, inner, groups),
  }));
  const dependsOnGroup = groups.length > 0 && everyPart(sql).some((part) => part.kind === 'mask-test');
  const as = shownAs(model, member.id);
  return {
    kind: 'calculated',
    sql,
    filters,
    measures,
    ...(dependsOnGroup ? { dimensions: groups } : {}),
    ...(as ? { shownAs: as } : {}),
  };
}

export function column(id: ColumnId): PlanExpression {
  return { kind: 'column', column: id };
}

/** Ways in which a leaf measure is planned. */
export type LeafKind =
  /** An aggregate over rows of cubes. */
  | 'rows'
  /** An aggregate over the rows of a window that moves with a bucket of time. */
  | 'rolling'
  /** Computed from the rows of other measures. */
  | 'stages';

/** Groups the leaves of some measures by how they are planned, without duplicates. */
export function leavesByKind(
  model: ModelIndex,
  measures: readonly MemberId[],
): Readonly<Record<LeafKind, readonly MemberId[]>> {
  const leaves = [...new Set(measures.flatMap((measure) => leavesOf(model, measure)))];
  const of = (kind: LeafKind) =>
    leaves.filter((leaf) => leafKind(resolveAlias(model, leaf, 'measure').member.expression) === kind);
  return { rows: of('rows'), rolling: of('rolling'), stages: of('stages') };
}

function leafKind(expression: MeasureExpression): LeafKind {
  switch (expression.kind) {
    case 'aggregate':
    case 'raw-aggregate':
      return expression.window ? 'rolling' : 'rows';
    case 'stage':
      return expression.window ? 'rolling' : 'stages';
    case 'calculated':
    case 'windowed':
    case 'alias':
      throw new Error(`a ${expression.kind} measure is no leaf`);
  }
}

/** Requirements of a queried member, separating those its rows do not need. */
export function requirementsOfRequested(model: ModelIndex, id: MemberId): readonly Requirement[] {
  return factOfPart(model, id, findRequested);
}

function findRequested(model: ModelIndex, id: MemberId): readonly Requirement[] {
  const whole = requirementsOfMember(model, id);
  if (isOfSwitchesAlone(model, id)) return whole.map((one): Requirement => ({ ...one, aside: 'switch' }));
  if (requireMember(model, id).kind !== 'measure') return whole;
  const { rows, rolling, stages } = leavesByKind(model, [id]);
  if (stages.length === 0) return whole;
  const rowExpression = [...rows, ...rolling].flatMap((leaf) => requirementsOfMember(model, leaf));
  return [...alongFixedPaths(rowExpression, whole), ...whole.map((one): Requirement => ({ ...one, aside: 'stages' }))];
}

/** Gives requirements the paths that others fix, where they have none of their own. */
export function alongFixedPaths(
  required: readonly Requirement[],
  others: readonly Requirement[],
): readonly Requirement[] {
  const paths = new Map(others.filter(({ path }) => path.length > 1).map(({ cube, path }) => [cube, path]));
  return required.map((one) => (one.path.length > 1 ? one : { ...one, path: paths.get(one.cube) ?? one.path }));
}

/** Measures that an author's own aggregate refers to. */
export function leavesInside(model: ModelIndex, leaf: MemberId): readonly MemberId[] {
  const { member } = resolveAlias(model, leaf, 'measure');
  if (member.expression.kind !== 'raw-aggregate') return [];
  return membersIn(fragmentsOf(member))
    .filter((id) => requireMember(model, id).kind === 'measure')
    .flatMap((id) => [id, ...leavesOf(model, id).flatMap((inner) => leavesInside(model, inner))]);
}
