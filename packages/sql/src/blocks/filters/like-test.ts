import type { FilterOperator } from '@orrery/semantic';
import type { Scalar } from '../../relation/index.ts';

/**
 * ILIKE with a constant pattern that has wildcards at its ends only. LIKE minds letter case, which no filter does.
 *
 * @param symbol the operator: `~~*`, or `!~~*` for NOT ILIKE
 */
export function likeTest(
  symbol: string,
  pattern: Scalar,
):
  | {
      /** Operators for ILIKE and for NOT ILIKE. */
      readonly operators: readonly [FilterOperator, FilterOperator];
      readonly text: string;
      readonly isNegated: boolean;
    }
  | undefined {
  const isNegated = symbol === '!~~*';
  if (symbol !== '~~*' && !isNegated) return undefined;
  if (pattern.kind !== 'constant' || pattern.value === null) return undefined;
  const read = readPattern(pattern.value);
  if (!read || read.text === '') return undefined;
  const pair = operators[`${read.isOpenBefore}-${read.isOpenAfter}`];
  return pair && { operators: pair, text: read.text, isNegated };
}

const operators: Readonly<Record<string, readonly [FilterOperator, FilterOperator]>> = {
  'true-true': ['contains', 'notContains'],
  'false-true': ['startsWith', 'notStartsWith'],
  'true-false': ['endsWith', 'notEndsWith'],
};

function readPattern(pattern: string) {
  let [text, at] = ['', 0];
  const isOpenBefore = pattern.startsWith('%');
  if (isOpenBefore) at = 1;
  for (; at < pattern.length; at += 1) {
    const letter = pattern[at];
    if (letter === '%' && at === pattern.length - 1) return { text, isOpenBefore, isOpenAfter: true };
    if (letter === '%' || letter === '_') return undefined;
    if (letter === '\\') at += 1;
    const literal = pattern[at];
    if (literal === undefined) return undefined;
    text += literal;
  }
  return { text, isOpenBefore, isOpenAfter: false };
}
