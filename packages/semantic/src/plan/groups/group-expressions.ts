import type { MemberId } from '../../model/index.ts';
import { type Expression, mapHoles } from '../../query/index.ts';
import type { PlanExpression } from '../plan-expression.ts';

/** The values that the expressions in a group read. */
export interface GroupValues {
  measure(id: MemberId): PlanExpression;
  /** Returns the column of the groups that has the value of an expression over rows. */
  key?(expression: Expression): PlanExpression | undefined;
}

/** Computes an output or a test of each group. */
export function groupExpression(expression: Expression, values: GroupValues): PlanExpression {
  const key = values.key?.(expression);
  if (key) return key;
  switch (expression.kind) {
    case 'measure':
      return values.measure(expression.member);
    case 'value':
      return expression;
    case 'call':
      return { ...expression, arguments: expression.arguments.map((item) => groupExpression(item, values)) };
    case 'sql':
      return { ...expression, parts: mapHoles(expression.parts, (item) => groupExpression(item, values)) };
    case 'altered':
    case 'aggregate':
      throw new Error('an aggregate becomes a measure before it is planned');
    case 'per-entity':
    case 'dimension':
    case 'bucket':
      throw new Error(`'${expression.member}' was bound where measures are asked for`);
  }
}
