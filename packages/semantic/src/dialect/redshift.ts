import { call, cast, type Dialect, fragment, operator, type Sql } from '../sql/index.ts';
import { secondMs } from '../time/index.ts';
import { ansi, digitsOf, instantText, isReading, lowered, nothingOf, times } from './ansi.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';

/**
 * Amazon Redshift, with the session in UTC and texts in the collation `CASE_SENSITIVE`, which are its defaults. It compares
 * texts by the bytes of UTF-8, and as if spaces at their end were missing. It folds the letter case of names, unless
 * `enable_case_sensitive_identifier` is set. https://docs.aws.amazon.com/redshift/latest/dg/cm_chap_SQLCommandRef.html
 */
export const redshift: Dialect = {
  ...postgres,
  name: 'redshift',
  level: 'rendered',
  maxIdentifierLength: 127,
  can: { ...postgres.can, sortTextByAlias: true },
  // TEXT, and VARCHAR without a length, may be cut to 256 bytes; a decimal without digits has 18, none behind the point.
  castTypes: { ...postgres.castTypes, string: 'VARCHAR(65535)', number: 'DECIMAL(38, 10)' },
  numberType: (text) => {
    const { whole, fraction, isApproximate } = digitsOf(text);
    // A column of 19 digits, compared with more than 19 decimals, would not fit the widest decimal.
    if (isApproximate || fraction > 19 || whole + fraction > 38) return 'DOUBLE PRECISION';
    if (fraction === 0 && whole <= 18) return 'BIGINT';
    // Decimals of 19 digits have 64 bits, which end at 9223372036854775807.
    return `DECIMAL(${whole + fraction === 19 ? 20 : whole + fraction}, ${fraction})`;
  },
  // Beside NULL of the narrowest type, other numbers keep their own.
  absent: (type) => (type === 'number' ? fragment('CAST(NULL AS SMALLINT)') : postgres.absent(type)),
  // Without a zone: the type of most columns, whose blocks are skipped only while the column is not converted.
  instant: (node) => fragment(`TIMESTAMP '${instantText(node, '', ' BC')}'`),
  bucket: (node) => {
    const { granularity, operand, zone } = node;
    if (typeof granularity === 'string' || granularity.kind !== 'steps') return postgres.bucket(node);
    const { stepMs, origin } = granularity;
    const start: Sql = { kind: 'reading', reading: origin };
    const [unit, size] = origin % secondMs === 0 ? (['second', secondMs] as const) : (['millisecond', 1] as const);
    const count: Sql = {
      kind: 'floor-divide',
      dividend: difference(unit, start, { kind: 'local-time', operand, zone }),
      divisor: { kind: 'integer', value: stepMs / size },
    };
    return { kind: 'add-interval', operand: start, interval: { months: 0, ms: stepMs }, count };
  },
  secondsBetween: ({ from, to }) => difference('second', from, to),
  // The text of the message is not a valid time, and explains the error.
  fail: ({ message, beside }) => cast(fragment(`'${message} ' || `, cast(beside, 'string')), 'timestamp'),
  // Only the leader node has generate_series, and it reads no tables of users.
  numbers: mysql.numbers,
  addInterval: ({ operand, interval: { months, ms }, count }) => {
    const moved = months === 0 ? reading(operand) : added('month', bigTimes(count, months), reading(operand));
    if (ms === 0) return moved;
    return ms % secondMs === 0
      ? added('second', bigTimes(count, ms / secondMs), moved)
      : added('millisecond', bigTimes(count, ms), moved);
  },
  // IS NOT DISTINCT FROM does not exist, and a test for NULL is no value to compare.
  same: ({ left, right, type }) => {
    const value = (side: Sql) => call('COALESCE', side, nothingOf(type));
    return operator('AND', operator('=', value(left), value(right)), operator('=', missing(left), missing(right)));
  },
  textMatch: ({ match, operand, value }) => {
    const text = lowered(operand);
    const wanted = lowered({ kind: 'parameter', type: 'string', text: value });
    const isSame = (part: 'LEFT' | 'RIGHT') =>
      operator('=', closed(call(part, text, call('CHAR_LENGTH', wanted))), closed(wanted));
    switch (match) {
      case 'contains':
        return operator('>', call('STRPOS', text, wanted), { kind: 'integer', value: 0 });
      case 'starts-with':
        return isSame('LEFT');
      case 'ends-with':
        return isSame('RIGHT');
    }
  },
  letterCase: ({ to, operand }) => (to === 'lower' ? lowered(operand) : call('UPPER', operand)),
  // AVG cuts the fraction of whole numbers, and gives decimals no further digits.
  aggregate: (name, operand, type) =>
    name === 'avg' || name === 'min' || name === 'max'
      ? mysql.aggregate(name, operand, type)
      : ansi.aggregate(name, operand),
  // Rows cannot be compared, so each tuple is a text of values behind their lengths. It is NULL when a value is.
  countDistinctTuple: (node) => {
    if (node.items.length < 2) return ansi.countDistinctTuple(node);
    const parts = node.items.flatMap((item, index) => {
      const text = cast(item, 'string');
      return [index === 0 ? '' : ' || ', cast(call('CHAR_LENGTH', text), 'string'), " || ':' || ", text];
    });
    return ansi.countDistinctTuple({ ...node, items: [fragment(...parts)] });
  },
  // A cast to fewer decimals may cut the others.
  decimalText: ({ operand }) => {
    const rounded = call('ROUND', fragment('CAST(', operand, ' AS DECIMAL(38, 15))'), fragment('10'));
    return call('RTRIM', call('RTRIM', cast(rounded, 'string'), fragment("'0'")), fragment("'.'"));
  },
  shownValue: (node) => (node.as === 'double' ? shownDouble(node.operand) : ansi.shownValue(node)),
  textOrder: (operand) => cast(operand, 'string'),
};

/** A time that can be moved: stored ones may have a zone. */
function reading(operand: Sql): Sql {
  if (isReading(operand) || operand.kind === 'instant') return operand;
  return fragment('(CAST(', operand, " AS TIMESTAMPTZ) AT TIME ZONE 'UTC')");
}

/** Moves a reading. A day that a month does not have becomes its last one. */
function added(unit: 'month' | 'second' | 'millisecond', count: Sql, moment: Sql): Sql {
  return call('DATEADD', fragment(unit), count, moment);
}

/** Counts the units that begin in between. A moment inside of a unit counts as its beginning. */
function difference(unit: 'second' | 'millisecond', from: Sql, to: Sql): Sql {
  return call('DATEDIFF', fragment(unit), from, to);
}

/** Multiplies by 64 bits: 68 years have more seconds than 32 bits hold. */
function bigTimes(count: Sql, value: number): Sql {
  return times(count.kind === 'integer' ? count : fragment('CAST(', count, ' AS BIGINT)'), value);
}

function missing(operand: Sql): Sql {
  const condition: Sql = { kind: 'null-test', operand, isNegated: false };
  return {
    kind: 'case',
    when: [{ condition, value: { kind: 'integer', value: 1 } }],
    otherwise: { kind: 'integer', value: 0 },
  };
}

/** Spaces at the end of a text count only when something follows them. */
function closed(text: Sql): Sql {
  return fragment(text, " || '.'");
}

/** Finds the double with the digits of a number of four bytes, where its text has all of them. */
function shownDouble(operand: Sql): Sql {
  const single = (value: Sql) => fragment('CAST(', value, ' AS REAL)');
  const short = cast(cast(single(operand), 'string'), 'double');
  const isShort = operator('<', call('ABS', operand), fragment('8388608'));
  const isSame = operator('=', single(short), single(operand));
  return {
    kind: 'case',
    when: [{ condition: operator('AND', isShort, isSame), value: short }],
    otherwise: cast(operand, 'double'),
  };
}
