import { call, operator, type Sql, type SqlCase, type SqlOf } from '../sql/index.ts';
import { present } from './ansi.ts';
import { branchesOf, firstPresent, hasOneType } from './branches.ts';

/**
 * Writes a case of numbers as a sum of its branches, in which all but the chosen branch are 0.
 *
 * The type of a sum has the decimals of all operands. That of a CASE or COALESCE has not: a DECIMAL(38,2), the type of
 * all sums of amounts, leaves no room for more decimals, and DuckDB rounds the other branches.
 */
export function chosenDecimal(node: SqlOf<'chosen-number'>): Sql {
  const plain: SqlCase = { ...node, kind: 'case' };
  const { when, otherwise } = node;
  if (hasOneType(branchesOf(node))) return plain;
  const isPresent: SqlCase = {
    kind: 'case',
    when: when.map(({ condition, value }) => ({ condition, value: present(value) })),
    ...(otherwise ? { otherwise: present(otherwise) } : {}),
  };
  return { kind: 'case', when: [{ condition: isPresent, value: sumOf(when, otherwise) }] };
}

export function firstDecimal({ items }: SqlOf<'first-number'>): Sql {
  return hasOneType(items) ? call('COALESCE', ...items) : chosenDecimal(firstPresent(items));
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
