import { everyPart, membersIn } from '../model/every-part.ts';
import { fragmentsOf } from '../model/fragments-of.ts';
import type { ModelIndex } from '../model/model-index.ts';
import type { MemberId } from '../model/model.ts';
import type { ColumnId, PlanExpression, StandIn } from './plan.ts';
import { resolveAlias } from './requirement.ts';

/** The aggregates a measure is made of: itself, or what its calculation refers to, down to the last. Cubes' own members. */
export function leavesOf(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const { member } = resolveAlias(model, id, 'measure');
  if (member.expression.kind !== 'calculated') return [member.id];
  const found = membersIn(fragmentsOf(member)).flatMap((measure) => leavesOf(model, measure));
  return [...new Set(found)];
}

/**
 * A measure over the columns of its aggregates.
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
  if (member.expression.kind !== 'calculated') return leaf(member.id);
  const { sql, filters } = member.expression;
  const measures = membersIn([sql, ...filters]).map((measure) => ({
    member: measure,
    expression: measureOver(model, measure, leaf, groups),
  }));
  const dependsOnGroup = groups.length > 0 && everyPart(sql).some((part) => part.kind === 'mask-test');
  return { kind: 'calculated', sql, filters, measures, ...(dependsOnGroup ? { dimensions: groups } : {}) };
}

export function column(id: ColumnId): PlanExpression {
  return { kind: 'column', column: id };
}
