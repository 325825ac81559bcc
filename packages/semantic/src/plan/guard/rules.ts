import { type CubeName, type MemberId, type ModelIndex, touchedBy, unlimitedIdOf } from '../../model/index.ts';
import type { BoundQuery } from '../../query/index.ts';
import type { PlanContext } from '../groups/grouping.ts';
import { rowConditions, storedCondition } from '../rows/row-expressions.ts';
import type { PlanCondition } from '../plan-expression.ts';

/** Limits the rows of a cube or view to those that policies allow. */
export type Rule = Extract<PlanCondition, { kind: 'rule' }>;

/** Every rule of a query, including those that only limit its nested reads. */
export function rulesOf(query: BoundQuery, model: ModelIndex): readonly Rule[] {
  return query.rowRules.map((rule) => ruleOver(rule, query, model));
}

/** Conditions on rows. Rules come first, so that they are tested before everything else. */
export function rowLimits(query: BoundQuery, model: ModelIndex): readonly PlanCondition[] {
  const own = query.rowRules.filter(({ isInside }) => !isInside);
  return [...own.map((rule) => ruleOver(rule, query, model)), ...rowConditions(query, model)];
}

function ruleOver({ of, where }: BoundQuery['rowRules'][number], { ruleZone }: BoundQuery, model: ModelIndex): Rule {
  return { kind: 'rule', of, where: storedCondition(where, model, ruleZone) };
}

/** Rules of the cubes and views whose rows a dimension made of measures has: what it reads, and what joins bring in. */
export function rulesInside(
  { model, rules, joinedInside }: Pick<PlanContext, 'model' | 'rules' | 'joinedInside'>,
  dimension: MemberId,
  read: Iterable<MemberId>,
): readonly Rule[] {
  const touched = rulesTouchedBy(model, rules, read);
  const joined = joinedInside.get(unlimitedIdOf(dimension));
  return joined ? rules.filter((rule) => touched.includes(rule) || joined.has(rule.of)) : touched;
}

/** Lists the cubes with a rule that joins bring into the rows of each dimension made of measures. */
export function joinedInsideOf({ rowRules }: BoundQuery): ReadonlyMap<MemberId, ReadonlySet<CubeName>> {
  const found = new Map<MemberId, Set<CubeName>>();
  for (const { of, joinedInside = [] } of rowRules)
    for (const id of joinedInside) found.set(id, (found.get(id) ?? new Set()).add(of));
  return found;
}

/** Rules of the cubes and views that the members read in their rows. */
export function rulesTouchedBy(
  model: ModelIndex,
  rules: readonly Rule[],
  members: Iterable<MemberId>,
): readonly Rule[] {
  if (rules.length === 0) return rules;
  const { pieces } = touchedBy(model, members);
  return rules.filter(({ of }) => pieces.has(of));
}

export function isRule(condition: PlanCondition): condition is Rule {
  return condition.kind === 'rule';
}

/** Compares rules by the cube or view they limit: a query has one for each. */
export function isAmong(rule: Rule, conditions: readonly PlanCondition[]): boolean {
  return conditions.some((one) => isRule(one) && one.of === rule.of);
}
