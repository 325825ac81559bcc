import { call, fragment, type Sql, type SqlCase, type SqlOf } from '../sql/index.ts';
import { branchesOf, firstPresent, hasOneType } from './branches.ts';

/**
 * Writes a case whose branches may be numbers of several types. ClickHouse has no type for whole numbers of 64 bits with
 * doubles, for decimals with doubles, for Int64 with UInt64, nor for decimals of several scales.
 *
 * The case chooses a tuple with a place for each branch, in which all but the chosen one are NULL. `toTypeName` is known
 * before rows are read, so the tuple is cast to a type that follows from the types in it. Values of other types keep theirs.
 * Tuples alone would be chosen place by place, which fails for a place that is NULL in all of them; in arrays they are not.
 */
export function ofOneType(node: SqlOf<'chosen-number' | 'chosen-value'>): Sql {
  const { when, otherwise } = node;
  const branches = branchesOf(node);
  if (hasOneType(branches)) return { ...node, kind: 'case' };
  const alone = (at: number) => {
    const items = branches.map((value, index): Sql => (index === at ? value : { kind: 'null' }));
    return fragment('[(', { kind: 'list', items }, ')]');
  };
  const chosen: SqlCase = {
    kind: 'case',
    when: when.map(({ condition }, index) => ({ condition, value: alone(index) })),
    otherwise: alone(otherwise ? when.length : -1),
  };
  const value = `coalesce(${branches.map((_, index) => `v.2.${index + 1}`).join(', ')})`;
  const checked = `if(throwIf(${isChanged}, 'a number does not fit the type of other branches'), NULL, ${value})`;
  return fragment(`arrayMap(v -> ${checked}, arrayMap(v -> (v, ${common}), `, chosen, '))[1]');
}

export function firstOfOneType({ items }: SqlOf<'first-number'>): Sql {
  return hasOneType(items) ? call('COALESCE', ...items) : ofOneType(firstPresent(items));
}

const types = 'toTypeName(v)';

const numberType = String.raw`'U?Int\\d+|Decimal[^)]*\\)|B?Float\\d+'`;

const scale = String.raw`toString(arrayMax(CAST(extractAll(${types}, 'Decimal\\(\\d+, (\\d+)'), 'Array(UInt8)')))`;

const bits = String.raw`toString(greatest(64, arrayMax(CAST(extractAll(${types}, 'Int(\\d+)'), 'Array(UInt16)'))))`;

/** Double where there is a double, else a decimal with the most decimals where there is one, else a whole number, with a sign if one has it. */
const commonType = [
  `multiIf(position(${types}, 'Float') > 0, 'Float64'`,
  `position(${types}, 'Decimal') > 0, concat('Decimal(76, ', ${scale}, ')')`,
  `concat(if(match(${types}, '[^U]Int'), 'Int', 'UInt'), ${bits}))`,
].join(', ');

/** No cast makes a decimal of a whole number of more than 64 bits, so its digits are read. */
const readable = String.raw`if(position(${types}, 'Decimal') > 0 AND position(${types}, 'Float') = 0, replaceRegexpAll(${types}, 'U?Int(128|256)', 'String'), ${types})`;

const common = `CAST(CAST(v, ${readable}), replaceRegexpAll(${types}, ${numberType}, ${commonType}))`;

/**
 * Casts wrap in silence, and make NULL of texts: a whole number has another double then, and a decimal another number in its
 * own type. Arrays are equal where NULL and NaN are at equal places.
 */
const isChanged = (() => {
  const [own, made] = ['toTypeName(v.1)', 'toTypeName(v.2)'];
  const compared = `if(position(${made}, 'Decimal') > 0, ${own}, replaceRegexpAll(${own}, ${numberType}, 'Float64'))`;
  return `[CAST(v.1, ${compared})] <> [CAST(v.2, ${compared})]`;
})();
