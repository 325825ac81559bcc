import { call, operator, type Sql, type SqlCase, type SqlOf } from '../sql/index.ts';

/**
 * Writes a case of numbers as a sum of its branches, in which all but the chosen branch are 0.
 *
 * The type of a sum has the decimals of all operands. That of a CASE or COALESCE has not: a DECIMAL(38,2), the type of
 * all sums of amounts, leaves no room for more decimals, and DuckDB rounds the other branches.
 */
export function chosenDecimal(node: SqlOf<'chosen-number'>): Sql {
  const plain: SqlCase = { ...node, kind: 'case' };
  const { when, otherwise } = node;
  if (hasOneType([...when.map(({ value }) => value), ...(otherwise ? [otherwise] : [])])) return plain;
  const isPresent: SqlCase = {
    kind: 'case',
    when: when.map(({ condition, value }) => ({ condition, value: present(value) })),
    ...(otherwise ? { otherwise: present(otherwise) } : {}),
  };
  return { kind: 'case', when: [{ condition: isPresent, value: sumOf(when, otherwise) }] };
}

export function firstDecimal({ items }: SqlOf<'first-number'>): Sql {
  const last = items.at(-1);
  if (last === undefined || hasOneType(items)) return call('COALESCE', ...items);
  const when = items.slice(0, -1).map((value) => ({ condition: present(value), value }));
  return chosenDecimal({ kind: 'chosen-number', when, otherwise: last });
}

/** Adds in halves, so that many branches do not nest deeper than the engine allows. */
function sumOf(when: SqlCase['when'], otherwise: Sql | undefined): Sql {
  const [first] = when;
  if (first === undefined) return orZero(otherwise ?? zero);
  if (when.length === 1) {
    const own = orZero({ kind: 'case', when: [first] });
    return otherwise === undefined ? own : operator('+', own, unless(when, orZero(otherwise)));
  }
  const middle = Math.ceil(when.length / 2);
  const [earlier, later] = [when.slice(0, middle), when.slice(middle)];
  return operator('+', sumOf(earlier, undefined), unless(earlier, sumOf(later, otherwise)));
}

/** Returns 0 when an earlier branch was chosen; conditions are tested in the order of the branches. */
function unless(when: SqlCase['when'], value: Sql): Sql {
  return { kind: 'case', when: when.map(({ condition }) => ({ condition, value: zero })), otherwise: value };
}

/** A literal takes the type of the other operand. */
const zero: Sql = { kind: 'integer', value: 0 };

function orZero(value: Sql): Sql {
  return call('COALESCE', value, zero);
}

function present(operand: Sql): Sql {
  return { kind: 'null-test', operand, isNegated: true };
}

/** Whether all values are the same expression; NULLs and literals take the type of the others. */
function hasOneType(values: readonly Sql[]): boolean {
  const typed = values.filter(({ kind }) => kind !== 'null' && kind !== 'integer');
  return new Set(typed.map((value) => JSON.stringify(value))).size <= 1;
}
