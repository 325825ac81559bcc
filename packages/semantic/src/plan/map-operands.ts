import type { Condition, Expression } from '../query/query.ts';
import type { PlanCondition, PlanExpression } from './plan.ts';

/** The same tests over other operands. */
export function mapOperands(condition: Condition, change: (operand: Expression) => PlanExpression): PlanCondition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((item) => mapOperands(item, change)) };
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
