import type { ValueType } from '../../model/model.ts';
import type { PlanExpression } from '../plan.ts';

/** The type of an expression over rows. */
export function typeOfExpression(expression: PlanExpression): ValueType {
  switch (expression.kind) {
    case 'dimension':
    case 'call':
      return expression.type;
    case 'value':
      return expression.value.type;
    case 'local-time':
    case 'bucket':
    case 'shifted':
      return 'time';
    case 'or-zero':
      return typeOfExpression(expression.operand);
    case 'rank':
      return 'number';
    case 'column':
    case 'calculated':
    case 'choice':
    case 'sum-over-groups':
    case 'row-measure':
      throw new Error(`a ${expression.kind} is no expression over rows`);
  }
}
