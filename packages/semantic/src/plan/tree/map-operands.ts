import type { ConditionOver } from '../../query/query.ts';

/** The same tests over other operands. */
export function mapOperands<From, To>(
  condition: ConditionOver<From>,
  change: (operand: From) => To,
): ConditionOver<To> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((item) => mapOperands(item, change)) };
    case 'rule':
      return { ...condition, where: mapOperands(condition.where, change) };
    case 'segment':
    case 'measure-filters':
      return condition;
    case 'null':
    case 'one-of':
    case 'text':
    case 'compare':
    case 'range':
      return { ...condition, operand: change(condition.operand) };
  }
}
