import { call, cast, fragment, type Sql, type SqlCase, type SqlOf } from '../sql/index.ts';

/**
 * Numbers of Spark. Its decimals have 38 digits. Where a result would need more, its type has fewer decimals than its parts,
 * and Spark rounds it in silence; digits before the point fail when they do not fit.
 */
export function exactAddition({ operator: sign, operands }: SqlOf<'addition'>): Sql {
  const [parts, doubles] = [operands.map((_, index) => part(index)), operands.map((_, index) => double(part(index)))];
  return withoutLoss(operands, parts.join(` ${sign} `), doubles.join(` ${sign} `), doubles.map(size).join(' + '));
}

export function exactProduct({ operands }: SqlOf<'product'>): Sql {
  const [parts, doubles] = [operands.map((_, index) => part(index)), operands.map((_, index) => double(part(index)))];
  return withoutLoss(operands, parts.join(' * '), doubles.join(' * '), doubles.map(size).join(' * '));
}

export function chosenNumber(node: SqlOf<'chosen-number'>): Sql {
  const { when, otherwise } = node;
  const near: SqlCase = {
    kind: 'case',
    when: when.map(({ condition, value }) => ({ condition, value: cast(value, 'double') })),
    ...(otherwise ? { otherwise: cast(otherwise, 'double') } : {}),
  };
  return nearby({ ...node, kind: 'case' }, near);
}

export function firstNumber({ items }: SqlOf<'first-number'>): Sql {
  return nearby(call('COALESCE', ...items), call('COALESCE', ...items.map((item) => cast(item, 'double'))));
}

/** @param near the same number, whose type is a double */
function nearby(exact: Sql, near: Sql): Sql {
  return withoutLoss([exact, near], part(0), part(1), size(part(1)));
}

/**
 * Fails when a decimal differs from what doubles give by more than these round. Only a decimal of 38 digits can, and the
 * type is known before any row is read.
 *
 * @param result computed from the parts @param near the same, as a double @param scale what its rounding is relative to
 */
function withoutLoss(parts: readonly Sql[], result: string, near: string, scale: string): Sql {
  const named = parts.flatMap((item, index) => [fragment(`'n${index + 1}'`), item]);
  const isLossy = `typeof(${result}) LIKE 'decimal(38,%' AND ${size(`${double(result)} - (${near})`)} > ${parts.length}e-15 * (${scale})`;
  return fragment(
    'element_at(transform(array(',
    call('named_struct', ...named),
    `), v -> CASE WHEN ${isLossy} THEN ${refusal} ELSE ${result} END), 1)`,
  );
}

const refusal = "raise_error('a number has more decimals than its type: CAST a part AS DOUBLE')";

function part(index: number): string {
  return `v.n${index + 1}`;
}

function double(number: string): string {
  return `CAST(${number} AS DOUBLE)`;
}

function size(number: string): string {
  return `abs(${number})`;
}
