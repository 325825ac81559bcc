import { sameScalar, type Scalar, conjuncts } from '../../relation/index.ts';

/**
 * The conditions of a join. `COALESCE(a, c) = COALESCE(b, c) AND (a IS NOT NULL) = (b IS NOT NULL)`, as tools write it, is
 * `a IS NOT DISTINCT FROM b`.
 */
export function joinConditions(on: Scalar | undefined): readonly Scalar[] {
  const given = on ? conjuncts(on) : [];
  const found = given.flatMap((one) => {
    const pair = coalesced(one);
    const other = pair && given.find((test) => testsNull(test, pair));
    return pair && other ? [{ parts: [one, other], pair }] : [];
  });
  if (found.length === 0) return given;
  const gone = new Set(found.flatMap(({ parts }) => parts));
  const safe = found.map(
    ({ pair: [left, right] }): Scalar => ({
      kind: 'distinct-from',
      left,
      right,
      isNegated: true,
      type: { name: 'bool' },
    }),
  );
  return [...given.filter((one) => !gone.has(one)), ...safe];
}

type ScalarPair = readonly [Scalar, Scalar];

/** `a` and `b` of `COALESCE(a, c) = COALESCE(b, c)`. */
function coalesced(condition: Scalar): ScalarPair | undefined {
  const [one, other] = sidesOf(condition);
  if (one?.kind !== 'coalesce' || other?.kind !== 'coalesce') return undefined;
  const [left, first, ...more] = one.items;
  const [right, second, ...others] = other.items;
  if (!left || !right || !first || !second || more.length + others.length > 0) return undefined;
  return sameScalar(first, second) ? [left, right] : undefined;
}

/** `(a IS NULL) = (b IS NULL)`, or both of them negated. */
function testsNull(condition: Scalar, [left, right]: ScalarPair): boolean {
  const [one, other] = sidesOf(condition);
  if (one?.kind !== 'is-null' || other?.kind !== 'is-null' || one.isNegated !== other.isNegated) return false;
  const is = (first: Scalar, second: Scalar) => sameScalar(one.operand, first) && sameScalar(other.operand, second);
  return is(left, right) || is(right, left);
}

function sidesOf(condition: Scalar): readonly (Scalar | undefined)[] {
  return condition.kind === 'call' && condition.function.name === '=' ? condition.arguments : [];
}
