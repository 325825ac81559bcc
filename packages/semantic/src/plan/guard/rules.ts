import { type MemberId, type ModelIndex, touchedBy } from '../../model/index.ts';
import type { BoundQuery } from '../../query/index.ts';
import { rowConditions, storedCondition } from '../rows/row-expressions.ts';
import type { PlanCondition } from '../plan-expression.ts';

/** What policies leave of the rows of a cube or view. */
export type Rule = Extract<PlanCondition, { kind: 'rule' }>;

/** Every rule of a question, also those that only limit what is inside of it. */
export function rulesOf(query: BoundQuery, model: ModelIndex): readonly Rule[] {
  return query.rowRules.map((rule) => ruleOver(rule, query, model));
}

/** What rows have to pass: first the rules of what the question touches, so that they are tested before all else. */
export function rowLimits(query: BoundQuery, model: ModelIndex): readonly PlanCondition[] {
  const own = query.rowRules.filter(({ isInside }) => !isInside);
  return [...own.map((rule) => ruleOver(rule, query, model)), ...rowConditions(query, model)];
}

function ruleOver({ of, where }: BoundQuery['rowRules'][number], { ruleZone }: BoundQuery, model: ModelIndex): Rule {
  return { kind: 'rule', of, where: storedCondition(where, model, ruleZone) };
}

/** The rules of the cubes and views that the members read in their rows. */
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

/** By what it limits: a question has one rule of each cube and view. */
export function isAmong(rule: Rule, conditions: readonly PlanCondition[]): boolean {
  return conditions.some((one) => isRule(one) && one.of === rule.of);
}
