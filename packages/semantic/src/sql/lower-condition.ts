import type { ConditionOver, QueryConstant } from '../query/index.ts';
import type { Instant } from '../time/index.ts';
import { all, any, cast, operator, type Sql } from './sql.ts';
import type { PlanExpression } from '../plan/index.ts';

/** Lowers the operands and named members of a condition. */
export interface ConditionContext<Operand = PlanExpression> {
  operand(expression: Operand): Sql;
  /** See `Dialect`. */
  readonly endOfTime: Instant | undefined;
  segment(condition: Extract<ConditionOver<Operand>, { kind: 'segment' }>): Sql;
  measureFilters(condition: Extract<ConditionOver<Operand>, { kind: 'measure-filters' }>): Sql;
}

export function lowerCondition<Operand>(context: ConditionContext<Operand>, condition: ConditionOver<Operand>): Sql {
  switch (condition.kind) {
    case 'and':
      return all(condition.conditions.map((item) => lowerCondition(context, item)));
    case 'or':
      return any(condition.conditions.map((item) => lowerCondition(context, item)));
    case 'rule':
      return lowerCondition(context, condition.where);
    case 'segment':
      return context.segment(condition);
    case 'measure-filters':
      return context.measureFilters(condition);
    case 'true':
      return context.operand(condition.operand);
    case 'null':
      return { kind: 'null-test', operand: context.operand(condition.operand), isNegated: condition.isNegated };
    case 'one-of': {
      const operand = comparable(context.operand(condition.operand), condition.values);
      const test: Sql = {
        kind: 'one-of',
        operand,
        values: condition.values.map(lowerValue),
        isNegated: condition.isNegated,
      };
      return orNull(test, operand, condition.keepsNull);
    }
    case 'text': {
      const operand = cast(context.operand(condition.operand), 'string');
      const { match, values, isNegated } = condition;
      return orNull({ kind: 'text-matches', match, operand, values, isNegated }, operand, condition.keepsNull);
    }
    case 'compare': {
      const operand = comparable(context.operand(condition.operand), [condition.value]);
      const value = lowerValue(condition.value);
      switch (condition.value.type) {
        case 'time':
          return { kind: 'instant-test', operator: condition.operator, operand, instant: condition.value.instant };
        case 'string':
          return operator(condition.operator, { kind: 'text-order', operand }, value);
        case 'number':
          return { kind: 'number-order', operator: condition.operator, left: operand, right: value };
        default:
          return operator(condition.operator, operand, value);
      }
    }
    case 'range': {
      const operand = context.operand(condition.operand);
      const { from, to, isNegated } = condition;
      const compare = (side: '<' | '>=', instant: Instant) => compareTime(context, side, operand, instant);
      const bounds: readonly Sql[] = [
        ...(from === undefined ? [] : [compare(isNegated ? '<' : '>=', from)]),
        ...(to === undefined ? [] : [compare(isNegated ? '>=' : '<', to)]),
      ];
      return isNegated ? any(bounds) : all(bounds);
    }
  }
}

/** Every existing time comes before an instant that exceeds the range of the engine. */
function compareTime(
  { endOfTime }: Pick<ConditionContext, 'endOfTime'>,
  side: '<' | '>=',
  operand: Sql,
  instant: Instant,
): Sql {
  if (endOfTime === undefined || instant < endOfTime) return { kind: 'instant-test', operator: side, operand, instant };
  return side === '<' ? { kind: 'null-test', operand, isNegated: true } : { kind: 'false' };
}

function orNull(test: Sql, operand: Sql, keepsNull: boolean): Sql {
  return keepsNull ? operator('OR', test, { kind: 'null-test', operand, isNegated: false }) : test;
}

/** A column compared with text is read as text, so that no engine guesses a number from it. */
function comparable(operand: Sql, values: readonly QueryConstant[]): Sql {
  return values[0]?.type === 'string' ? cast(operand, 'string') : operand;
}

export function lowerValue(value: QueryConstant): Sql {
  switch (value.type) {
    case 'string':
    case 'number':
      return { kind: 'parameter', type: value.type, text: value.text };
    case 'boolean':
      return { kind: 'parameter', type: 'boolean', isTrue: value.isTrue };
    case 'time':
      return { kind: 'instant', instant: value.instant };
  }
}
