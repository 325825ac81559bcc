import type { Scalar } from '../../relation/index.ts';
import type { Expression } from '../../syntax/index.ts';
import { callOf, operatorOf } from '../bind-call.ts';
import { bool, settled, toBoolean, toCommonType } from '../coerce.ts';
import type { ExpressionContext } from '../place.ts';
import { listedValues } from './listed-values.ts';

export function bindLike(place: ExpressionContext, like: Expression & { readonly kind: 'like' }): Scalar {
  const { match, isNegated, position } = like;
  const left = place.binder.expression(place, like.left);
  const pattern = place.binder.expression(place, like.pattern);
  const escape = like.escape && place.binder.expression(place, like.escape);
  if (match === 'similar') {
    const read = callOf('similar_to_escape', escape ? [pattern, escape] : [pattern], position);
    return operatorOf(isNegated ? '!~' : '~', [left, read], position);
  }
  const read = escape ? callOf('like_escape', [pattern, escape], position) : pattern;
  const symbol = `${isNegated ? '!' : ''}~~${match === 'ilike' ? '*' : ''}`;
  return operatorOf(symbol, [left, read], position);
}

export function bindBetween(place: ExpressionContext, between: Expression & { readonly kind: 'between' }): Scalar {
  const { isNegated, isSymmetric, position } = between;
  const [operand, low, high] = [between.operand, between.low, between.high].map((one) =>
    place.binder.expression(place, one),
  );
  if (!operand || !low || !high) throw new Error('BETWEEN has three operands');
  const within = (from: Scalar, to: Scalar): Scalar => ({
    kind: 'and',
    conditions: [operatorOf('>=', [operand, from], position), operatorOf('<=', [operand, to], position)],
    type: bool,
  });
  const either: Scalar = isSymmetric
    ? { kind: 'or', conditions: [within(low, high), within(high, low)], type: bool }
    : within(low, high);
  return isNegated ? { kind: 'not', operand: either, type: bool } : either;
}

/** Items with a type of their own decide together with the operand. */
export function bindInList(
  place: ExpressionContext,
  operand: Expression,
  items: readonly Expression[],
  isNegated: boolean,
  position: number,
): Scalar {
  const left = place.binder.expression(place, operand);
  const values = items.map((one) => place.binder.expression(place, one));
  return { kind: 'in-list', ...listedValues(left, values, 'IN', position), isNegated, type: bool };
}

export function bindCase(place: ExpressionContext, expression: Expression & { readonly kind: 'case' }): Scalar {
  const { operand, position } = expression;
  const tested = operand && settled(place.binder.expression(place, operand));
  const conditions = expression.when.map(({ condition }) => {
    const bound = place.binder.expression(place, condition);
    return tested ? operatorOf('=', [tested, bound], condition.position) : toBoolean(bound, 'CASE/WHEN');
  });
  const written = expression.when.map(({ value }) => place.binder.expression(place, value));
  const otherwise = expression.otherwise && place.binder.expression(place, expression.otherwise);
  const values = toCommonType([...written, ...(otherwise ? [otherwise] : [])], 'CASE', position);
  const [first] = values;
  if (!first) throw new Error('CASE has a branch');
  return {
    kind: 'case',
    when: conditions.map((condition, index) => ({ condition, value: values[index] ?? first })),
    ...(otherwise ? { otherwise: values.at(-1) ?? first } : {}),
    type: first.type,
  };
}
