import { type MemberId, type ModelFilter, type ModelIndex, originalOf, type StageFilter } from '../../model/index.ts';
import { fail, type Outcome, succeed } from '../../problem/index.ts';
import { bindModelFilter } from '../../query/index.ts';
import { type Grouping, type PlanContext } from '../groups/grouping.ts';
import { storedCondition } from '../rows/row-expressions.ts';
import { membersOfCondition, resolveAlias } from '../joins/requirement.ts';
import { isRule } from '../guard/rules.ts';
import type { PlanCondition } from '../plan-expression.ts';

/** The filters of the rows that a stage reads. */
export function stageFilters(
  context: PlanContext,
  grouping: Grouping,
  filter: StageFilter,
): Outcome<readonly PlanCondition[]> {
  const around = filter.isFixed ? grouping.requestedFilters : grouping.rowFilters;
  const { kept } = filter;
  const named = new Set(kept.kind === 'all' ? [] : kept.members.map((id) => resolved(context.model, id)));
  const keeps = (members: readonly MemberId[]): boolean => {
    if (kept.kind === 'all') return true;
    return members.some((member) => named.has(resolved(context.model, member))) === (kept.kind === 'only');
  };
  const rest = around.flatMap((condition) => loosen(condition, keeps) ?? []);
  const included: PlanCondition[] = [];
  for (const one of filter.include) {
    const bound = bindIncluded(context, one);
    if (!bound.ok) return bound;
    included.push(...bound.value);
  }
  return succeed([...rest, ...included]);
}

/** Drops tests: a dropped one is removed from a conjunction, and makes a disjunction true. */
function loosen(condition: PlanCondition, keeps: (members: readonly MemberId[]) => boolean): PlanCondition | undefined {
  if (condition.kind === 'and') {
    const conditions = condition.conditions.flatMap((one) => loosen(one, keeps) ?? []);
    return conditions.length > 0 || condition.conditions.length === 0 ? { ...condition, conditions } : undefined;
  }
  if (condition.kind === 'or') {
    const conditions = condition.conditions.map((one) => loosen(one, keeps));
    const isSure = conditions.every((one) => one !== undefined);
    return isSure ? { ...condition, conditions } : undefined;
  }
  return isRule(condition) || keeps(membersOfCondition(condition)) ? condition : undefined;
}

function bindIncluded(context: PlanContext, filter: ModelFilter): Outcome<readonly PlanCondition[]> {
  const bound = bindModelFilter(context.model, context.zone, filter);
  if (!bound.ok) return fail(...bound.problems);
  return succeed(bound.value.map((condition) => storedCondition(condition, context.model, context.zone)));
}

function resolved(model: ModelIndex, id: MemberId): MemberId {
  const found = model.members.get(id);
  return originalOf(found ? resolveAlias(model, id, found.kind).member.id : id);
}
