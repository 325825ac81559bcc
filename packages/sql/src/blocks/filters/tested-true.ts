import type { Scalar } from '../../relation/index.ts';

/** Returns the condition that `x IS TRUE` and `x = TRUE` test; undefined for other expressions. */
export function testedTrue(filter: Scalar): Scalar | undefined {
  if (filter.kind === 'is-truth') return filter.truth === true && !filter.isNegated ? filter.operand : undefined;
  if (filter.kind !== 'call' || filter.function.name !== '=') return undefined;
  const [left, right] = filter.arguments;
  const isTrue = (one: Scalar | undefined) =>
    one?.kind === 'constant' && one.type.name === 'bool' && one.value === 'true';
  return isTrue(right) ? left : isTrue(left) ? right : undefined;
}
