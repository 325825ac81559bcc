import type { MemberId } from '../../model/index.ts';
import type { Expression } from '../../query/index.ts';
import type { PlanExpression } from '../plan-expression.ts';

/** Computes an output of each group. `measure` returns the expression for a measure. */
export function groupExpression(expression: Expression, measure: (id: MemberId) => PlanExpression): PlanExpression {
  switch (expression.kind) {
    case 'measure':
      return measure(expression.member);
    case 'value':
      return expression;
    case 'call':
      return { ...expression, arguments: expression.arguments.map((item) => groupExpression(item, measure)) };
    case 'dimension':
    case 'bucket':
      throw new Error(`'${expression.member}' was bound where measures are asked for`);
  }
}
