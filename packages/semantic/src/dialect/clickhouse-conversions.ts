import { call, fragment, operator, type Sql, type SqlCase, type SqlOf } from '../sql/index.ts';
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

const dayForm = '([0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}|[0-9]{8})';
const timeForm = '([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?';
const offsetForm = '(Z|[+-][0-9]{2}(:?[0-9]{2})?)';
/** Refuses texts of which ClickHouse makes times with parts of the current day, and of hour 25 one of the next day. */
const timeText = `^[ ]*${dayForm}([T ]${timeForm}[ ]?${offsetForm}?)?[ ]*$`;

/**
 * The time in a text, in any form of ISO 8601. Fails for other texts. The parser reads the text behind a NULL too, and
 * would fail for it.
 */
export function timeOfText(operand: Sql): Sql {
  const checked = fragment(
    'multiIf(isNull(',
    operand,
    "), '1970-01-01', match(",
    operand,
    `, '${timeText}'), `,
    operand,
    ", 'no time')",
  );
  return fragment('if(isNull(', operand, '), NULL, parseDateTime64BestEffort(', checked, ", 6, 'UTC'))");
}

/**
 * The time of a value whose type is not known. A cast of a text that may be NULL makes NULL of a text that is no time, and
 * one of a text that is never NULL fails.
 */
export function timeOfUnknown(operand: Sql): Sql {
  return fragment('if(isNull(', operand, '), NULL, CAST(assumeNotNull(', operand, ") AS DateTime64(6, 'UTC')))");
}

/**
 * A sum that fails where it does not fit: sums of 64 bits and of 38 digits wrap in silence. Its type stays the one that an
 * author expects of `sum`, because a slash between whole numbers and one between decimals give other digits. It is compared
 * with a sum of twice the width; sums of doubles neither wrap nor are equal twice.
 */
export function sumOf(operand: Sql, over: (aggregate: Sql) => Sql = (aggregate) => aggregate): Sql {
  const sum = over(call('sum', operand));
  const isExact = fragment('position(toTypeName(', sum, "), 'Float') = 0");
  const isWrapped = operator('AND', isExact, operator('<>', sum, over(wideSum(operand))));
  return call(
    'plus',
    sum,
    call('throwIf', call('ifNull', isWrapped, fragment('0')), fragment("'a sum does not fit its type'")),
  );
}

/** Decimals of 76 digits, or a double. */
export function wideSum(operand: Sql): Sql {
  return call('sum', wide(operand));
}

/** A decimal of 76 digits, or a double. */
function wide(operand: Sql): Sql {
  return operator('*', operand, fragment('toDecimal256(1, 0)'));
}

/** Adds with all digits, where types of 64 bits wrap in silence. */
export function exactAddition({ operator: sign, operands: [first, ...others] }: SqlOf<'addition'>): Sql {
  if (first === undefined) throw new Error('nothing is added');
  const pair = `toFloat64(v.1) ${sign} toFloat64(v.2)`;
  const magnitude = 'abs(toFloat64(v.1)) + abs(toFloat64(v.2))';
  return others.reduce((one, other) => checked(`v.1 ${sign} v.2`, pair, magnitude, [one, other]), first);
}

/** Multiplies with all digits, where types of 64 and 256 bits wrap in silence. */
export function exactProduct({ operands: [first, ...others] }: SqlOf<'product'>): Sql {
  if (first === undefined) throw new Error('nothing is multiplied');
  const pair = 'toFloat64(v.1) * toFloat64(v.2)';
  return others.reduce((one, other) => checked('v.1 * v.2', pair, `abs(${pair})`, [one, other]), first);
}

/** Fails where a decimal of 76 digits is another number than the double that it is about. */
function checked(exact: string, double: string, magnitude: string, [one, other]: readonly [Sql, Sql]): Sql {
  const isWrapped = `abs(toFloat64(${exact}) - (${double})) > 1e-9 * (${magnitude})`;
  const guard = `throwIf(ifNull(${isWrapped}, 0), 'a number does not fit 76 digits')`;
  const items: Sql = { kind: 'list', items: [wide(one), wide(other)] };
  return fragment(`arrayMap(v -> plus(${exact}, ${guard}), [(`, items, ')])[1]');
}
