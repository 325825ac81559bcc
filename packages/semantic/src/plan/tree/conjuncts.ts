import type { PlanCondition } from '../plan-expression.ts';

/** What is joined with AND, each test by itself. */
export function conjuncts(condition: PlanCondition): readonly PlanCondition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(conjuncts) : [condition];
}

/** Passes no row. */
export const never: PlanCondition = { kind: 'or', conditions: [] };
