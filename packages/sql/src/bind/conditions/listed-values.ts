import type { Scalar } from '../../relation/index.ts';
import { commonType } from '../../types/index.ts';
import { operatorOf } from '../bind-call.ts';
import { coerce, toCommonType } from '../coerce.ts';

interface ListedValues {
  readonly operand: Scalar;
  readonly items: readonly Scalar[];
}

/**
 * Gives a value and the items of a list that it is compared with one type. Where they have no common one, as `"char"`
 * and varchar, the operator `=` decides, as in PostgreSQL.
 *
 * @param construct for the message: `IN`, `ARRAY`
 */
export function listedValues(
  left: Scalar,
  values: readonly Scalar[],
  construct: string,
  position: number,
): ListedValues {
  const typed = [left, ...values].filter((one) => one.kind !== 'constant' || one.value !== null);
  if (!('mismatch' in commonType(typed.map(({ type }) => type)))) {
    const [operand = left, ...items] = toCommonType([left, ...values], construct, position);
    return { operand, items };
  }
  const items = toCommonType(values, construct, position);
  const none: Scalar = { kind: 'constant', value: null, type: items[0]?.type ?? left.type };
  const [operand, item] = operatorOf('=', [left, none], position).arguments;
  if (!operand || !item) throw new Error('an equality has two sides');
  return { operand, items: items.map((one) => coerce(one, item.type, 'implicit', position)) };
}
