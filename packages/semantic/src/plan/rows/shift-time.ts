import type { MemberId } from '../../model/index.ts';
import type { Interval } from '../../time/index.ts';
import { type PlanExpression, mapExpressions } from '../plan-expression.ts';

/** The interval added to the times of a dimension. */
export interface Shift {
  readonly dimension: MemberId;
  readonly by: Interval;
}

/** Shifts every stored time in an expression. */
export function shiftExpression(expression: PlanExpression, shifts: readonly Shift[]): PlanExpression {
  if (expression.kind !== 'dimension') return mapExpressions(expression, (inner) => shiftExpression(inner, shifts));
  if (expression.type !== 'time') return expression;
  const applied = shifts.filter(({ dimension }) => dimension === expression.member);
  return applied.reduce<PlanExpression>((operand, { by }) => ({ kind: 'shifted', operand, by }), expression);
}
