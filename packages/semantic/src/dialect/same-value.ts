import type { ValueType } from '../model/index.ts';
import { call, fragment, operator, type Sql, type SqlCase, type SqlOf } from '../sql/index.ts';
import { nothingOf } from './ansi.ts';

/** Compares values, and whether there are values: equalities, by which every engine can join. @param nothing see `nothingOf` */
export function sameByPresence({ left, right }: Pick<SqlOf<'same'>, 'left' | 'right'>, nothing: Sql): Sql {
  return fragment(
    call('COALESCE', left, nothing),
    ' = ',
    call('COALESCE', right, nothing),
    ' AND (',
    left,
    ' IS NULL) = (',
    right,
    ' IS NULL)',
  );
}

/** Compares in the same way, for engines that find no NaN equal to another. */
export function sameWithNan({ left, right, type }: SqlOf<'same'>): Sql {
  const [one, other] = [presentAndValue(left, type), presentAndValue(right, type)];
  return operator('AND', operator('=', one.value, other.value), operator('=', one.presence, other.presence));
}

/** Returns what tells missing values, and those that equal nothing, from others; and a value that equals itself. */
function presentAndValue(operand: Sql, type: ValueType): { readonly presence: Sql; readonly value: Sql } {
  if (type !== 'number') {
    return {
      presence: { kind: 'null-test', operand, isNegated: false },
      value: call('COALESCE', operand, nothingOf(type)),
    };
  }
  const isOrdinary = operator('=', operand, operand);
  const whole = (value: number): Sql => ({ kind: 'integer', value });
  const isMissing: Sql = { kind: 'null-test', operand, isNegated: false };
  const presence: SqlCase = {
    kind: 'case',
    when: [
      { condition: isMissing, value: whole(0) },
      { condition: isOrdinary, value: whole(1) },
    ],
    otherwise: whole(2),
  };
  return { presence, value: { kind: 'case', when: [{ condition: isOrdinary, value: operand }], otherwise: whole(0) } };
}
