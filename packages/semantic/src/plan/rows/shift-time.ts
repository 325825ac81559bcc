import type { MemberId, ModelIndex } from '../../model/index.ts';
import { mapNames } from '../../query/index.ts';
import type { Interval } from '../../time/index.ts';
import { type PlanCondition, type PlanExpression, mapExpressions } from '../plan-expression.ts';
import { rootOfTime } from './computed-times.ts';
import type { MovedMembers } from './moved-members.ts';

/** The interval added to a time, under every name it has. */
export interface Shift {
  /** See `rootOfTime`. */
  readonly dimension: MemberId;
  readonly by: Interval;
}

interface ShiftContext {
  readonly model: ModelIndex;
  readonly moved: MovedMembers;
}

/** Shifts every stored time in an expression, and what its members compute from them. */
export function shiftExpression(
  around: ShiftContext,
  expression: PlanExpression,
  shifts: readonly Shift[],
): PlanExpression {
  if (shifts.length === 0) return expression;
  if (expression.kind !== 'dimension') {
    return mapExpressions(expression, (inner) => shiftExpression(around, inner, shifts));
  }
  const root = expression.type === 'time' ? rootOfTime(around.model, expression.member) : undefined;
  const applied = shifts.filter(({ dimension }) => dimension === root);
  if (applied.length > 0) {
    return applied.reduce<PlanExpression>((operand, { by }) => ({ kind: 'shifted', operand, by }), expression);
  }
  const member = around.moved.move(around.model, expression.member, shifts);
  return member === expression.member ? expression : { ...expression, member };
}

/** Shifts every stored time in a test, and what its members and segments compute from them. */
export function shiftCondition(
  around: ShiftContext,
  condition: PlanCondition,
  shifts: readonly Shift[],
): PlanCondition {
  if (shifts.length === 0) return condition;
  return mapNames(
    condition,
    (operand) => shiftExpression(around, operand, shifts),
    (id) => around.moved.move(around.model, id, shifts),
  );
}
