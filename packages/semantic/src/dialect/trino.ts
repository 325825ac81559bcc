import { call, cast, type Dialect, fragment, operator, type Sql } from '../sql/index.ts';
import type { TextMatch } from '../query/index.ts';
import { type BucketRule, bucketStart, dayMs, secondMs, type TimeUnit } from '../time/index.ts';
import { ansi, averageOf, digitsOf, isReading, nanLast, plainInstant, present, times } from './ansi.ts';
import { calendarBucket, fromFirstYear } from './custom-bucket.ts';
import { estimateDistinct, trinoSketch } from './distinct-sketch.ts';
import { sameWithNan } from './same-value.ts';
import { offsetSeconds, type TableWords } from './zone-table.ts';

/**
 * Trino, with the session in UTC. Its decimals have 38 digits. From version 478 on, it drops decimals of results that have
 * more; before, a quotient has only the decimals of its parts. https://trino.io/docs/current/language.html
 */
export const trino: Dialect = {
  ...ansi,
  name: 'trino',
  level: 'supported',
  maxIdentifierLength: 255,
  can: { ...ansi.can, sortTextByAlias: true },
  castTypes: { ...ansi.castTypes, timestamp: 'TIMESTAMP(6)', double: 'DOUBLE', number: 'DECIMAL(38, 10)' },
  placeholder: () => '?',
  shortQuotients: 'SELECT 1 WHERE 1.0 / 3 = 0.3',
  numberType: (text) => {
    const { whole, fraction, isApproximate } = digitsOf(text);
    // A column of 19 digits, compared with more than 19 decimals, would not fit the widest decimal.
    if (isApproximate || fraction > 19 || whole + fraction > 38) return 'DOUBLE';
    if (fraction > 0) return `DECIMAL(${whole + fraction}, ${fraction})`;
    return whole <= 18 ? 'BIGINT' : `DECIMAL(${whole}, 0)`;
  },
  instant: ({ instant }) => fragment(`TIMESTAMP '${plainInstant(instant)}'`),
  localTime: ({ operand, zone, span }) => {
    const inUtc = utcReading(operand);
    return zone === 'UTC' ? inUtc : added('second', offsetSeconds(tableWords, inUtc, zone, span), inUtc);
  },
  bucket: ({ granularity, ...node }) => truncated(granularity, trino.localTime({ ...node, kind: 'local-time' })),
  secondsBetween: ({ from, to }) => difference('second', from, to),
  // The text of the message is not a valid time, and explains the error.
  fail: ({ message, beside }) => cast(fragment(`'${message} ' || `, cast(beside, 'string')), 'timestamp'),
  numbers: (count, alias) => {
    if (count <= longestSequence) return `(SELECT n AS "n" FROM ${sequence(count, 'n')}) AS ${alias}`;
    const [high, low] = [sequence(Math.ceil(count / longestSequence), 'high'), sequence(longestSequence, 'low')];
    const number = `high * ${longestSequence} + low`;
    return `(SELECT ${number} AS "n" FROM ${high} CROSS JOIN ${low} WHERE ${number} < ${count}) AS ${alias}`;
  },
  addInterval: ({ operand, interval: { months, ms }, count }) => {
    const moved = months === 0 ? reading(operand) : added('month', times(count, months), reading(operand));
    return ms === 0 ? moved : addedMs(count, ms, moved);
  },
  floorDivide: (node) => fragment('CAST(', ansi.floorDivide(node), ' AS BIGINT)'),
  // Trino can join by IS NOT DISTINCT FROM only by comparing every pair.
  same: sameWithNan,
  textMatch: ({ match, operand, value }) =>
    matching(match, operand, { kind: 'parameter', type: 'string', text: value }),
  // The code for hundreds of tests is longer than the server compiles.
  textMatches: (node) => {
    const { match, operand, values, isNegated } = node;
    if (values.length <= mostTests) return ansi.textMatches(node);
    const items = values.map((text): Sql => ({ kind: 'parameter', type: 'string', text }));
    const test = matching(match, operand, fragment('v'));
    const found = fragment('any_match(ARRAY[', { kind: 'list', items }, '], v -> ', test, ')');
    return isNegated ? { kind: 'not', operand: found } : found;
  },
  textLength: ({ operand }) => call('length', operand),
  aggregate: (name, operand, type) => {
    switch (name) {
      case 'count-distinct-approx':
        return estimateDistinct(trinoSketch, operand);
      case 'sum':
        return call('SUM', widened(operand));
      case 'avg': // AVG gives decimals no further digits, and adds whole numbers as doubles
        return averageOf(call('SUM', widened(operand)), operand);
      case 'max': {
        if (type !== undefined && type !== 'number') return ansi.aggregate(name, operand);
        // MAX passes over NaN, which comes after all numbers and is the only one that differs from itself.
        const key = fragment('ROW(', operator('<>', operand, operand), ', ', operand, ')');
        return call('max_by', operand, { kind: 'case', when: [{ condition: present(operand), value: key }] });
      }
      case 'min':
      case 'count':
      case 'count-distinct':
        return ansi.aggregate(name, operand);
    }
  },
  addition: ({ operator: sign, operands }) => {
    const items = operands.map((_, index) => `v[${index + 1}]`).join(` ${sign} `);
    const sum = `CASE WHEN ${isReal('v[1]')} ELSE ${items} END`;
    return fragment('element_at(transform(ARRAY[ARRAY[', { kind: 'list', items: operands }, `]], v -> ${sum}), 1)`);
  },
  product: ({ operands: [first, ...others] }) => {
    if (first === undefined) throw new Error('nothing is multiplied');
    return others.reduce((one, other) => {
      const pair: Sql = { kind: 'list', items: [one, other] };
      return fragment('element_at(transform(ARRAY[ROW(', pair, `)], v -> ${checkedProduct}), 1)`);
    }, first);
  },
  numberOrder: nanLast,
  sumInSql: ({ operand }) =>
    fragment(
      'element_at(transform(ARRAY[',
      call('COALESCE', operand, fragment(roomForQuotients)),
      `], v -> ${reduced}), 1)`,
    ),
  firstNumber: ({ items }) =>
    fragment(
      'element_at(transform(ARRAY[',
      ansi.firstNumber({ kind: 'first-number', items }),
      `], v -> CASE WHEN ${isReal('v')} ELSE v END), 1)`,
    ),
  onlyValue: ({ operand }) => call('arbitrary', operand),
  decimalText: ({ operand }) => plainDigits(fragment('CAST(', operand, ' AS DECIMAL(38, 10))')),
  timeOfText: ({ operand }) => {
    const text = fragment('regexp_replace(', operand, ", '^(\\d+-\\d+-\\d+)T', '$1 ')");
    return utcReading(text);
  },
  shownValue: (node) => {
    switch (node.as) {
      case 'double':
        return shownDouble(node.operand);
      case 'text-of-single':
        return shownText(shownDouble(node.operand));
      case 'text-of-double':
        return shownText(node.operand);
      case 'text':
      case 'text-of-number':
        return ansi.shownValue(node);
    }
  },
  limit: (limit, offset) =>
    [...(offset === 0 ? [] : [`OFFSET ${offset}`]), ...(limit === undefined ? [] : [`LIMIT ${limit}`])].join('\n'),
};

const mostTests = 8;

function matching(match: TextMatch, operand: Sql, value: Sql): Sql {
  const [text, wanted] = [call('lower', operand), call('lower', value)];
  switch (match) {
    case 'contains':
      return operator('>', call('strpos', text, wanted), { kind: 'integer', value: 0 });
    case 'starts-with':
      return call('starts_with', text, wanted);
    case 'ends-with':
      return call('starts_with', call('reverse', text), call('reverse', wanted));
  }
}

/** Trino makes no longer ones. */
const longestSequence = 10_000;

/** A relation of the numbers from 0 on; `sequence(0, -1)` would count down. */
function sequence(count: number, name: string): string {
  const numbers = count > 0 ? `sequence(0, ${count - 1})` : 'CAST(ARRAY[] AS ARRAY(BIGINT))';
  return `UNNEST(${numbers}) AS ${name} (${name})`;
}

const tableWords: TableWords = {
  secondsBetween: (from, to) => difference('second', from, to),
  pick: (number, limits, values) => {
    const list = (items: readonly Sql[]) => fragment('ARRAY[', { kind: 'list', items }, ']');
    const position = operator('+', call('width_bucket', number, list(limits)), { kind: 'integer', value: 1 });
    return call('element_at', list(values), position);
  },
  dayBefore: (instant, seconds) =>
    dayNumber(added('second', operator('-', { kind: 'integer', value: 0 }, seconds), instant)),
  dayOfYear: (instant, month, day) => {
    const year = call('date_trunc', fragment("'year'"), instant);
    const start = month === 1 ? year : added('month', { kind: 'integer', value: month - 1 }, year);
    return dayNumber(day === 1 ? start : added('day', { kind: 'integer', value: day - 1 }, start));
  },
  remainder: (number, divisor) => call('mod', number, divisor),
  monday: 0,
};

function dayNumber(instant: Sql): Sql {
  return difference('day', fragment("TIMESTAMP '0001-01-01 00:00:00'"), instant); // a Monday
}

/**
 * Reads a stored time on a clock in UTC; it may have a zone of its own, or be a date. No digit of its seconds is rounded,
 * so that no time moves into the next bucket.
 */
function utcReading(operand: Sql): Sql {
  return fragment('CAST(CAST(', operand, " AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))");
}

/** A time that can be moved on a clock in UTC. */
function reading(operand: Sql): Sql {
  return isReading(operand) || operand.kind === 'instant' ? operand : utcReading(operand);
}

function truncated(granularity: TimeUnit | BucketRule, local: Sql): Sql {
  if (typeof granularity !== 'string') return customBucket(granularity, local);
  return fragment(`date_trunc('${granularity}', `, local, ')');
}

function customBucket(rule: BucketRule, local: Sql): Sql {
  if (rule.kind === 'calendar') {
    return calendarBucket(rule, local, {
      kind: 'seconds-between',
      from: { kind: 'reading', reading: rule.origin },
      to: local,
    });
  }
  if (rule.kind === 'months' && rule.shiftMs !== 0) {
    const shifted = (by: number, moment: Sql) => addedMs({ kind: 'integer', value: 1 }, by, moment);
    return shifted(rule.shiftMs, customBucket({ ...rule, shiftMs: 0 }, shifted(-rule.shiftMs, local)));
  }
  const early = fromFirstYear(rule);
  const start: Sql = { kind: 'reading', reading: bucketStart(early, 0) };
  if (early.kind === 'months')
    return added('month', fragment(difference('month', start, local), ` / ${early.months} * ${early.months}`), start);
  const [unit, size] = largestUnit(early.stepMs);
  const whole = fragment(difference(unit, start, local), ` / ${size} * ${size}`);
  if (unit === 'hour') return added(unit, whole, start);
  // More seconds than 32 bits hold pass in 68 years, and more minutes in 4083.
  const inDay = (dayMs * size) / early.stepMs;
  return added(unit, fragment('(', whole, `) % ${inDay}`), added('day', fragment(whole, ` / ${inDay}`), start));
}

/**
 * Moves a reading. Days and months are those of the calendar, and a day that a month does not have becomes its last. Trino
 * 476 fails for a count of more than 32 bits.
 */
function added(unit: ClockUnit | 'day' | 'month', count: Sql, moment: Sql): Sql {
  return call('date_add', fragment(`'${unit}'`), count, moment);
}

function addedMs(count: Sql, ms: number, moment: Sql): Sql {
  const [unit, size] = largestUnit(ms);
  return added(unit, times(count, size), moment);
}

type ClockUnit = 'millisecond' | 'second' | 'minute' | 'hour';

const units: readonly (readonly [ClockUnit, number])[] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', secondMs],
];

/** The largest unit that a time is so many of, and their number. */
function largestUnit(ms: number): readonly [unit: ClockUnit, count: number] {
  const [unit, length] = units.find(([, length]) => ms % length === 0) ?? (['millisecond', 1] as const);
  return [unit, ms / length];
}

/** Difference in whole units, rounded towards zero. */
function difference(unit: ClockUnit | 'day' | 'month', from: Sql, to: Sql): Sql {
  return call('date_diff', fragment(`'${unit}'`), from, to);
}

/**
 * Makes a decimal of a whole number, so that sums of it do not end at 64 bits. Decimals and doubles keep their type: the
 * type of a COALESCE has the digits of all of its operands. A sum of numbers of four bytes would have seven digits; those
 * that the source reported are doubles already, so others fail.
 */
function widened(operand: Sql): Sql {
  const none = fragment('CAST(NULL AS DECIMAL(1, 0))');
  if (operand.kind === 'cast') return call('COALESCE', operand, none);
  const refused = fragment('CASE WHEN typeof(', operand, `) = 'real' THEN ${refuseReal} END`);
  return call('COALESCE', refused, operand, none);
}

const refuseReal = "fail('a REAL has seven digits beside other numbers: CAST it AS DOUBLE')";

function isReal(value: string): string {
  return `typeof(${value}) = 'real' THEN ${refuseReal}`;
}

/** From version 478 on, products of decimals lose decimals where 38 digits do not hold all. A double has 16 digits. */
const checkedProduct = [
  'CASE WHEN abs(CAST(v[1] * v[2] AS DOUBLE) - CAST(v[1] AS DOUBLE) * CAST(v[2] AS DOUBLE))',
  '> 1e-15 * abs(CAST(v[1] AS DOUBLE) * CAST(v[2] AS DOUBLE))',
  "THEN fail('a product has more decimals than its type: CAST a factor AS DOUBLE') ELSE v[1] * v[2] END",
].join(' ');

/**
 * A value that is missing. Before version 478, where a quotient has the decimals of its parts, it has 12 decimals, and so
 * do sums next to it. From then on it has none, as a sum with more than 38 digits loses its decimals.
 */
const roomForQuotients = 'CAST(NULL AS DECIMAL(38, 12)) + CAST(NULL AS DECIMAL(38, 0))';

/**
 * The value as a remainder of 10^19, which leaves 19 digits for its decimals. A greater decimal fails by a division by
 * zero. For a double the divisor is Infinity. Infinity itself has no remainder, and comes from a quotient whose type has
 * fewer digits.
 */
const reduced = [
  'CASE WHEN is_infinite(v) THEN truncate(sign(v) / (sign(v) - sign(v)))',
  "ELSE v % truncate(CASE WHEN typeof(v) IN ('double', 'real') THEN 1 / (sign(v) - sign(v))",
  "WHEN abs(v) < DECIMAL '9999999999999999999' THEN DECIMAL '9999999999999999999' ELSE 0 END) END",
].join(' ');

/** Finds the double with the digits of a number of four bytes. A cast to text has seven digits, JSON has all. */
function shownDouble(operand: Sql): Sql {
  const exact = cast(operand, 'double');
  const isShort = operator('<', call('ABS', operand), fragment('8388608'));
  const short = cast(fragment('json_format(CAST(CAST(', operand, ' AS REAL) AS JSON))'), 'double');
  return { kind: 'case', when: [{ condition: isShort, value: short }], otherwise: exact };
}

/** The shortest digits of a double; with an exponent where other engines write one. */
function shownText(operand: Sql): Sql {
  const isPlain = fragment(
    operator('=', operand, { kind: 'integer', value: 0 }),
    ' OR ',
    call('ABS', operand),
    ' >= 1e-4 AND ',
    call('ABS', operand),
    ' < 1e15',
  );
  const replaced = (text: Sql, pattern: string, by: string) =>
    call('regexp_replace', text, fragment(`'${pattern}'`), fragment(`'${by}'`));
  const short = replaced(cast(operand, 'string'), '\\.0E', 'E');
  const signed = replaced(replaced(short, 'E-', 'e-'), 'E', 'e+');
  const two = replaced(replaced(signed, 'e-(\\d)$', 'e-0$1'), 'e\\+(\\d)$', 'e+0$1');
  return {
    kind: 'case',
    when: [{ condition: isPlain, value: plainDigits(fragment('CAST(', operand, ' AS DECIMAL(38, 20))')) }],
    otherwise: two,
  };
}

function plainDigits(decimal: Sql): Sql {
  return fragment("TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(", decimal, ' AS VARCHAR)))');
}
