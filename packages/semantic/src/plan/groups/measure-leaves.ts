import {
  everyPart,
  fragmentsOf,
  type MeasureExpression,
  type MemberId,
  membersIn,
  type ModelIndex,
  shownAs,
  windowLeafOf,
} from '../../model/index.ts';
import type { ColumnId } from '../plan.ts';
import { resolveAlias } from '../joins/requirement.ts';
import type { PlanExpression, StandIn } from '../plan-expression.ts';

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
