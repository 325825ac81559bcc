import type { Scalar } from '../../relation/index.ts';
import type { Expression } from '../../syntax/index.ts';
import { refusePlan, refuseUnsupported } from '../../refusal.ts';
import { operatorOf } from '../bind-call.ts';
import { bool, toCommonType } from '../coerce.ts';
import type { ExpressionContext } from '../place.ts';

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
  const items = itemsOf(test.right);
  if (!items) {
    return refuseUnsupported(
      'sql.array-test',
      `${quantifier.toUpperCase()} takes a list: ARRAY[...] or a sub-select`,
      position,
    );
  }
  const left = place.binder.expression(place, test.left);
  const values = items.map((item) => place.binder.expression(place, item));
  const isList = (operator === '=' && quantifier === 'any') || (operator === '<>' && quantifier === 'all');
  if (isList) {
    const [operand, ...others] = toCommonType([left, ...values], 'ARRAY', position);
    if (!operand) throw new Error('a test has an operand');
    if (others.length === 0) return { kind: 'constant', value: String(quantifier === 'all'), type: bool };
    return { kind: 'in-list', operand, items: others, isNegated: quantifier === 'all', type: bool };
  }
  const conditions = values.map((value) => operatorOf(operator, [left, value], position));
  return { kind: quantifier === 'any' ? 'or' : 'and', conditions, type: bool };
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
