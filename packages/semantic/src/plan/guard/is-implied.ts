import { isSameData } from '../../model/index.ts';
import type { QueryConstant } from '../../query/index.ts';
import { type PlanCondition, conjuncts } from '../plan-expression.ts';

type Leaf = Exclude<PlanCondition, { conditions: unknown } | { where: unknown }>;

/** Whether filters joined with AND let through only rows that pass the condition. Returns false when in doubt. */
export function isImplied(condition: PlanCondition, filters: readonly PlanCondition[]): boolean {
  const tests = filters.flatMap(conjuncts).flatMap((one) => ('conditions' in one || 'where' in one ? [] : [one]));
  return follows(condition, tests);
}

function follows(condition: PlanCondition, tests: readonly Leaf[]): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((one) => follows(one, tests));
    case 'or':
      return condition.conditions.some((one) => follows(one, tests));
    case 'rule':
      return follows(condition.where, tests);
    default:
      return tests.some((test) => isTighter(test, condition));
  }
}

function isTighter(test: Leaf, condition: Leaf): boolean {
  if (isSameData(test, condition)) return true;
  if (!('operand' in test && 'operand' in condition) || !isSameData(test.operand, condition.operand)) return false;
  if (test.kind === 'one-of' && condition.kind === 'one-of') {
    if (test.isNegated || test.keepsNull || condition.isNegated) return false;
    return test.values.every((value) => condition.values.some((one) => isSameData(one, value)));
  }
  if (test.kind === 'compare' && condition.kind === 'compare') {
    return isBeyond(test.value, condition.value, test.operator, condition.operator);
  }
  if (test.kind !== 'range' || condition.kind !== 'range' || test.isNegated || condition.isNegated) return false;
  const startsInside = condition.from === undefined || (test.from !== undefined && test.from >= condition.from);
  const endsInside = condition.to === undefined || (test.to !== undefined && test.to <= condition.to);
  return startsInside && endsInside;
}

type OrderOperator = '<' | '<=' | '>' | '>=';

function isBeyond(own: QueryConstant, limit: QueryConstant, operator: OrderOperator, than: OrderOperator): boolean {
  if (operator[0] !== than[0]) return false;
  if (isSameData(own, limit)) return operator === than || than.length === 2;
  if (own.type !== 'number' || limit.type !== 'number') return false;
  // Numbers that differ only in digits a double does not hold count as unknown.
  const distance = Number(own.text) - Number(limit.text);
  return operator[0] === '>' ? distance > 0 : distance < 0;
}
