import type { ColumnId, PlanExpression } from '../plan.ts';

/** The same expression over other columns. */
export function mapColumns(expression: PlanExpression, change: (column: ColumnId) => PlanExpression): PlanExpression {
  const inner = (one: PlanExpression) => mapColumns(one, change);
  switch (expression.kind) {
    case 'column':
      return change(expression.column);
    case 'local-time':
    case 'bucket':
    case 'shifted':
    case 'or-zero':
      return { ...expression, operand: inner(expression.operand) };
    case 'call':
      return { ...expression, arguments: expression.arguments.map(inner) };
    case 'calculated': {
      const { dimensions } = expression;
      return {
        ...expression,
        measures: expression.measures.map((item) => ({ ...item, expression: inner(item.expression) })),
        ...(dimensions
          ? { dimensions: dimensions.map((item) => ({ ...item, expression: inner(item.expression) })) }
          : {}),
      };
    }
    case 'choice':
      return {
        ...expression,
        on: inner(expression.on),
        when: expression.when.map((branch) => ({ ...branch, expression: inner(branch.expression) })),
        ...(expression.otherwise ? { otherwise: inner(expression.otherwise) } : {}),
      };
    case 'rank':
      return {
        ...expression,
        within: expression.within.map(inner),
        by: expression.by.map((key) => ({ ...key, expression: inner(key.expression) })),
      };
    case 'sum-over-groups':
      return { ...expression, operand: inner(expression.operand), within: expression.within.map(inner) };
    case 'dimension':
    case 'value':
    case 'row-measure':
      return expression;
  }
}
