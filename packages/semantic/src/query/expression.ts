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
    }
  /** SQL of the data source's dialect with expressions in its holes. */
  | { readonly kind: 'sql'; readonly type: ValueType; readonly parts: readonly (string | Expression)[] };

/** Members that an expression of the query reads. */
export function membersOf(expression: Expression): readonly MemberId[] {
  return 'member' in expression ? [expression.member] : expressionsInside(expression).flatMap(membersOf);
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
  if ('member' in expression) return { ...expression, member: change(expression.member) };
  return mapInside(expression, (inner) => mapMembersOf(inner, change));
}

/** The table of children: rebuilds an expression with others inside. */
function mapInside(expression: Expression, change: (inner: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'dimension':
    case 'bucket':
    case 'measure':
    case 'value':
      return expression;
    case 'call':
      return { ...expression, arguments: expression.arguments.map(change) };
    case 'sql':
      return { ...expression, parts: mapHoles(expression.parts, change) };
  }
}

/** The expressions that one is made of. */
export function expressionsInside(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'dimension':
    case 'bucket':
    case 'measure':
    case 'value':
      return [];
    case 'call':
      return expression.arguments;
    case 'sql':
      return holesOf(expression.parts);
  }
}

/** The expressions in the holes of SQL. */
export function holesOf<Hole extends object>(parts: readonly (string | Hole)[]): readonly Hole[] {
  return parts.filter((part) => typeof part !== 'string');
}

/** Replaces the expressions in the holes of SQL. */
export function mapHoles<From extends object, To>(
  parts: readonly (string | From)[],
  change: (hole: From) => To,
): readonly (string | To)[] {
  return parts.map((part) => (typeof part === 'string' ? part : change(part)));
}
