import type { MemberId } from '../../model/model.ts';
import type { Condition, Expression } from '../../query/query.ts';

/** The same tests of other members. */
export function mapMembers(condition: Condition, change: (member: MemberId) => MemberId): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((one) => mapMembers(one, change)) };
    case 'rule':
      return { ...condition, where: mapMembers(condition.where, change) };
    case 'segment':
    case 'measure-filters':
      return { ...condition, member: change(condition.member) };
    case 'null':
    case 'one-of':
    case 'text':
    case 'compare':
    case 'range':
      return { ...condition, operand: inExpression(condition.operand, change) };
  }
}

function inExpression(expression: Expression, change: (member: MemberId) => MemberId): Expression {
  switch (expression.kind) {
    case 'dimension':
    case 'bucket':
    case 'measure':
      return { ...expression, member: change(expression.member) };
    case 'call':
      return { ...expression, arguments: expression.arguments.map((one) => inExpression(one, change)) };
    case 'value':
      return expression;
  }
}
