import type { Granularity, MemberId, ValueType } from '../model/index.ts';
import { type Condition, conditionMembers, mapNames } from './condition.ts';
import type { Value } from './query.ts';

/** Functions an expression may use; every dialect renders each of them with the same meaning. */
export type ExpressionFunction =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide' // always fractional; by zero is NULL
  | 'negate'
  | 'lower'
  | 'upper'
  | 'length'
  | 'concat'
  | 'coalesce'
  | 'equals'
  | 'less'
  | 'less-or-equal'
  | 'and'
  | 'or'
  | 'not'
  | 'is-null'
  | 'case'; // condition, value, condition, value, ..., otherwise

export type Expression =
  /** A `time` dimension that is not truncated is shown in the query's zone. */
  | { readonly kind: 'dimension'; readonly member: MemberId }
  | { readonly kind: 'bucket'; readonly member: MemberId; readonly granularity: Granularity }
  | { readonly kind: 'measure'; readonly member: MemberId }
  | { readonly kind: 'value'; readonly value: Value }
  | {
      readonly kind: 'call';
      readonly function: ExpressionFunction;
      readonly type: ValueType;
      readonly arguments: readonly Expression[];
    };

/** Members that an expression of the query reads. */
export function membersOf(expression: Expression): readonly MemberId[] {
  switch (expression.kind) {
    case 'dimension':
    case 'bucket':
    case 'measure':
      return [expression.member];
    case 'call':
      return expression.arguments.flatMap(membersOf);
    case 'value':
      return [];
  }
}

/** Members that a filter of the query reads. */
export function membersOfFilter(filter: Condition): readonly MemberId[] {
  return conditionMembers(filter, membersOf);
}

/** Replaces the members of all tests. */
export function mapMembers(condition: Condition, change: (member: MemberId) => MemberId): Condition {
  return mapNames(condition, (operand) => mapMembersOf(operand, change), change);
}

function mapMembersOf(expression: Expression, change: (member: MemberId) => MemberId): Expression {
  switch (expression.kind) {
    case 'dimension':
    case 'bucket':
    case 'measure':
      return { ...expression, member: change(expression.member) };
    case 'call':
      return { ...expression, arguments: expression.arguments.map((one) => mapMembersOf(one, change)) };
    case 'value':
      return expression;
  }
}
