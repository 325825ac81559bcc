import type { MemberId } from '../../model/model.ts';
import type { Interval } from '../../time/interval.ts';
import type { PlanExpression } from '../plan.ts';

/** What is added to the times of a dimension. */
export interface Shift {
  readonly dimension: MemberId;
  readonly by: Interval;
}

/** The same expression over times with something added, wherever it reads a stored time. */
export function shiftExpression(expression: PlanExpression, shifts: readonly Shift[]): PlanExpression {
  switch (expression.kind) {
    case 'dimension': {
      if (expression.type !== 'time') return expression;
      const applied = shifts.filter(({ dimension }) => dimension === expression.member);
      return applied.reduce<PlanExpression>((operand, { by }) => ({ kind: 'shifted', operand, by }), expression);
    }
    case 'local-time':
    case 'bucket':
    case 'shifted':
      return { ...expression, operand: shiftExpression(expression.operand, shifts) };
    case 'call':
      return { ...expression, arguments: expression.arguments.map((item) => shiftExpression(item, shifts)) };
    case 'column':
    case 'value':
    case 'calculated':
    case 'choice':
    case 'rank':
    case 'sum-over-groups':
    case 'row-measure':
    case 'or-zero':
      return expression;
  }
}
