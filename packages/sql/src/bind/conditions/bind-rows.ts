import type { Scalar } from '../../relation/index.ts';
import type { Expression } from '../../syntax/index.ts';
import { refusePlan, refuseUnsupported } from '../../refusal.ts';
import { arrayOf, elementOf, isArrayName } from '../../types/index.ts';
import { callOf, operatorOf } from '../bind-call.ts';
import { arrayParameter, valueOfType } from '../bind-parameter.ts';
import { bool, coerce } from '../coerce.ts';
import type { ExpressionContext } from '../place.ts';
import { listedValues } from './listed-values.ts';

/** `(a, b) = (1, 2)`: pair by pair. The first pair that differs decides the order of rows. */
export function bindRowComparison(
  place: ExpressionContext,
  operator: string,
  left: readonly Expression[],
  right: readonly Expression[],
  position: number,
): Scalar {
  if (left.length !== right.length)
    refusePlan('sql.row-size', 'unequal number of entries in row expressions', position);
  const pairsBy = (name: string) =>
    left.map((one, index): Scalar => {
      const other = right[index];
      if (!other) throw new Error('rows of one size have pairs');
      return operatorOf(name, [place.binder.expression(place, one), place.binder.expression(place, other)], position);
    });
  const pairs = pairsBy('=');
  const equal: Scalar = { kind: 'and', conditions: pairs, type: bool };
  if (operator === '=') return equal;
  if (operator === '<>') return { kind: 'not', operand: equal, type: bool };
  if (!/^[<>]=?$/.test(operator)) refuseUnsupported('sql.row', `Rows are not compared by ${operator}`, position);
  const strict = pairsBy(operator.slice(0, 1));
  const last = pairsBy(operator).at(-1);
  const conditions = strict.map((one, index): Scalar => {
    const before = pairs.slice(0, index);
    const decides = index === strict.length - 1 && last ? last : one;
    return before.length === 0 ? decides : { kind: 'and', conditions: [...before, decides], type: bool };
  });
  return { kind: 'or', conditions, type: bool };
}

/** `(a, b) IN ((1, 2), (3, 4))`. */
export function bindRowsInList(
  place: ExpressionContext,
  operand: readonly Expression[],
  items: readonly Expression[],
  isNegated: boolean,
): Scalar {
  const conditions = items.map((item) => {
    if (item.kind !== 'row') return refusePlan('sql.row-size', 'a row is compared with rows', item.position);
    return bindRowComparison(place, '=', operand, item.items, item.position);
  });
  const any: Scalar = { kind: 'or', conditions, type: bool };
  return isNegated ? { kind: 'not', operand: any, type: bool } : any;
}

/** `x = ANY (ARRAY[...])`: a list of values is all that an array may be here. */
export function bindArrayTest(place: ExpressionContext, test: Expression & { readonly kind: 'quantified' }): Scalar {
  const { operator, quantifier, position } = test;
  const among = test.right.kind === 'parameter' ? undefined : inArray(place, test);
  if (among) return among;
  const items = itemsOf(withParameter(place, test.right));
  const left = place.binder.expression(place, test.left);
  const values = items
    ? items.map((item) => place.binder.expression(place, item))
    : parameterItems(place, test.right, left);
  if (!values) {
    return refuseUnsupported(
      'sql.array-test',
      `${quantifier.toUpperCase()} takes a list: ARRAY[...] or a sub-select`,
      position,
    );
  }
  if (values === 'null') return { kind: 'constant', value: null, type: bool };
  const isList = (operator === '=' && quantifier === 'any') || (operator === '<>' && quantifier === 'all');
  if (isList) {
    if (values.length === 0) return { kind: 'constant', value: String(quantifier === 'all'), type: bool };
    return {
      kind: 'in-list',
      ...listedValues(left, values, 'ARRAY', position),
      isNegated: quantifier === 'all',
      type: bool,
    };
  }
  const conditions = values.map((value) => operatorOf(operator, [left, value], position));
  return { kind: quantifier === 'any' ? 'or' : 'and', conditions, type: bool };
}

/** `x = ANY (a)` and `x <> ALL (a)` over a value that is an array, and is not written as a list. */
function inArray(place: ExpressionContext, test: Expression & { readonly kind: 'quantified' }): Scalar | undefined {
  const name = arrayTests[`${test.operator} ${test.quantifier}`];
  const { right: written } = test;
  if (name === undefined) return undefined;
  if (itemsOf(written) || (written.kind === 'cast' && written.operand.kind === 'parameter')) return undefined;
  const array = place.binder.expression(place, written);
  if (!isArrayName(array.type.name)) return undefined;
  const operand = place.binder.expression(place, test.left);
  const none: Scalar = { kind: 'constant', value: null, type: { name: elementOf(array.type.name) } };
  const [left, right] = operatorOf('=', [operand, none], test.position).arguments;
  if (!left || !right) throw new Error('an equality has two sides');
  const items = coerce(array, { name: arrayOf(right.type.name) }, 'explicit', test.position);
  return callOf(name, [left, items], test.position);
}

const arrayTests: Readonly<Record<string, string>> = { '= any': 'in_array', '<> all': 'not_in_array' };

/** A parameter with a cast to a type of arrays, as the text that is its value. */
function withParameter({ binder: { parameters } }: ExpressionContext, right: Expression): Expression {
  if (right.kind !== 'cast' || right.operand.kind !== 'parameter') return right;
  const text = parameters.values?.get(right.operand.number);
  const { position } = right.operand;
  return typeof text === 'string' ? { ...right, operand: { kind: 'string', text, position } } : right;
}

/** The items of an array that is a parameter; one of unknown value while types are sought. */
function parameterItems(
  place: ExpressionContext,
  right: Expression,
  left: Scalar,
): readonly Scalar[] | 'null' | undefined {
  if (right.kind === 'cast' && right.operand.kind === 'parameter') {
    if (place.binder.parameters.values) return 'null';
    const { type } = place.binder.expression(place, right);
    return isArrayName(type.name)
      ? [{ kind: 'constant', value: null, type: { name: elementOf(type.name) } }]
      : undefined;
  }
  if (right.kind !== 'parameter') return undefined;
  const array = arrayParameter(place.binder, right, left.type);
  if (!array) return [{ kind: 'constant', value: null, type: left.type }];
  if (array.text === null) return 'null';
  return readItems(array.text, right)?.map((item) =>
    valueOfType(item.kind === 'string' ? item.text : null, array.type, right.position),
  );
}

function itemsOf(expression: Expression): readonly Expression[] | undefined {
  if (expression.kind === 'array') return expression.items;
  if (expression.kind === 'cast' && expression.type.dimensions > 0) {
    if (expression.operand.kind === 'string') return readItems(expression.operand.text, expression);
    const items = itemsOf(expression.operand);
    const type = { ...expression.type, dimensions: expression.type.dimensions - 1 };
    return items?.map((operand) => ({ kind: 'cast', operand, type, position: operand.position }));
  }
  if (expression.kind === 'string') return readItems(expression.text, expression);
  return undefined;
}

/** Reads `{a,"b,c",NULL}`. */
function readItems(text: string, { position }: Expression): readonly Expression[] | undefined {
  const body = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1];
  if (body === undefined || /[{}]/.test(body)) return undefined;
  if (body.trim() === '') return [];
  const items: Expression[] = [];
  const pattern = /\s*(?:"((?:[^"\\]|\\.)*)"|([^,"]*?))\s*(?:,|$)/gsy;
  while (pattern.lastIndex < body.length || body.endsWith(',')) {
    const found = pattern.exec(body);
    if (!found) return undefined;
    const [, quoted, bare = ''] = found;
    if (quoted === undefined && bare.toLowerCase() === 'null') items.push({ kind: 'null', position });
    else items.push({ kind: 'string', text: quoted?.replaceAll(/\\(.)/gs, '$1') ?? bare, position });
    if (pattern.lastIndex >= body.length) break;
  }
  return items;
}
