import type { PlanCondition } from '../plan-expression.ts';

/** Splits a condition at AND into separate tests. */
export function conjuncts(condition: PlanCondition): readonly PlanCondition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(conjuncts) : [condition];
}

/** Lets no row through. */
export const never: PlanCondition = { kind: 'or', conditions: [] };
