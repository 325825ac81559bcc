import { call, cast, type Dialect, fragment, operator, type Sql } from '../sql/index.ts';
import { type BucketRule, bucketStart, type Instant, secondMs, type TimeUnit } from '../time/index.ts';
import { ansi, averageOf, digitsOf, distinctColumns } from './ansi.ts';
import { calendarBucket, fromFirstYear } from './custom-bucket.ts';
import { offsetSeconds, type TableWords } from './zone-table.ts';

/**
 * MariaDB 10.6 or newer and MySQL 8, in sessions as our engine sets them up: in UTC, names in double quotes, `||` joins
 * texts, a backslash is a character, and a cast to CHAR compares code points without padding.
 * https://mariadb.com/docs/server/reference/sql-structure, https://dev.mysql.com/doc/refman/8.4/en/
 */
export const mysql: Dialect = {
  ...ansi,
  name: 'mysql',
  level: 'supported',
  maxIdentifierLength: 64,
  can: { ...ansi.can, sortNullsLast: false, readDerivedOnce: false },
  castTypes: {
    string: 'CHAR',
    timestamp: 'DATETIME(6)',
    double: 'DOUBLE',
    boolean: 'SIGNED',
    number: 'DECIMAL(65, 30)',
  },
  endOfTime: Date.UTC(10_000, 0, 1) as Instant,
  placeholder: () => '?',
  numberType: (text) => {
    const { whole, fraction, isApproximate } = digitsOf(text);
    if (isApproximate || fraction > 30 || whole + fraction > 65) return 'DOUBLE';
    if (fraction > 0) return `DECIMAL(${whole + fraction}, ${fraction})`;
    return whole <= 18 ? 'SIGNED' : `DECIMAL(${whole}, 0)`;
  },
  instant: ({ instant }) => fragment(`TIMESTAMP '${new Date(instant).toISOString().slice(0, -1).replace('T', ' ')}'`),
  localTime: ({ operand, zone, span }) =>
    zone === 'UTC'
      ? cast(operand, 'timestamp')
      : fragment('(', operand, ' + INTERVAL ', offsetSeconds(tableWords, operand, zone, span), ' SECOND)'),
  bucket: ({ granularity, ...node }) =>
    truncated(granularity, node.zone === 'UTC' ? node.operand : mysql.localTime({ ...node, kind: 'local-time' })),
  secondsBetween: ({ from, to }) => difference('SECOND', from, to),
  // Fails through a scalar subquery that returns two rows.
  fail: ({ beside }) => cast(fragment('(SELECT ', beside, ' UNION ALL SELECT ', beside, ')'), 'timestamp'),
  numbers: (count, alias) => {
    const places = Array.from({ length: String(Math.max(count - 1, 0)).length }, (_, place) => place);
    const digits = `(SELECT 0 AS d${Array.from({ length: 9 }, (_, digit) => ` UNION ALL SELECT ${digit + 1}`).join('')})`;
    const number = places.map((place) => `p${place}.d * ${10 ** place}`).join(' + ');
    const from = places.map((place) => `${digits} AS p${place}`).join(' CROSS JOIN ');
    return `(SELECT ${number} AS "n" FROM ${from} WHERE ${number} < ${count}) AS ${alias}`;
  },
  addInterval: ({ operand, interval: { months, ms }, count }) => {
    const moved = months === 0 ? operand : fragment(operand, ' + INTERVAL (', times(count, months), ') MONTH');
    return ms === 0 ? moved : fragment(moved, ' + INTERVAL (', times(count, ms * 1000), ') MICROSECOND');
  },
  same: ({ left, right }) => fragment(left, ' <=> ', right),
  textMatch: ({ match, operand, value }) => {
    const text = call('LOWER', operand);
    const wanted = call('LOWER', { kind: 'parameter', type: 'string', text: value });
    switch (match) {
      case 'contains':
        return operator('>', call('LOCATE', wanted, text), { kind: 'integer', value: 0 });
      case 'starts-with':
        return operator('=', call('LEFT', text, call('CHAR_LENGTH', wanted)), wanted);
      case 'ends-with':
        return operator('=', call('RIGHT', text, call('CHAR_LENGTH', wanted)), wanted);
    }
  },
  aggregate: (name, operand, type) => {
    switch (name) {
      case 'count-distinct':
      case 'count-distinct-approx':
        if (type !== undefined) return call('COUNT', fragment('DISTINCT ', mysql.dimensionValue(operand, type)));
        // For texts the pair separates values that a collation treats as equal; for numbers, those whose text is equal.
        return call('COUNT', fragment('DISTINCT ', operand), cast(operand, 'string'));
      case 'avg':
        return averageOf(call('SUM', operand), operand);
      case 'min':
      case 'max':
        return ansi.aggregate(name, type === 'string' ? cast(operand, 'string') : operand);
      case 'count':
      case 'sum':
        return ansi.aggregate(name, operand);
    }
  },
  countDistinctTuple: distinctColumns,
  decimalText: ({ operand }) =>
    fragment("TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST(", operand, ' AS DECIMAL(38, 10)) AS CHAR)))'),
  // These servers do not read zones in texts; a failed cast is a warning, which the engine treats as an error.
  timeOfText: ({ operand }) => fragment("CAST(TRIM(TRAILING 'Z' FROM ", operand, ') AS DATETIME(6))'),
  shownValue: (node) => (node.as === 'double' ? shownDigits(node.operand) : ansi.shownValue(node)),
  dimensionValue: (operand, type) => {
    switch (type) {
      case 'string':
        return cast(operand, 'string');
      case 'boolean':
        return operator('<>', operand, { kind: 'integer', value: 0 });
      case 'number':
      case 'time':
        return operand;
    }
  },
  textOrder: (operand) => cast(operand, 'string'),
  limit: (limit, offset) => ansi.limit(limit ?? everyRow, offset),
};

/** INTERVAL finds its first argument among the others, which ascend, by binary search; ELT picks by position. */
const tableWords: TableWords = {
  secondsBetween: (from, to) => fragment('TIMESTAMPDIFF(SECOND, ', from, ', ', to, ')'),
  pick: (number, limits, values) => {
    const position = operator('+', call('INTERVAL', number, ...limits), { kind: 'integer', value: 1 });
    return fragment('CAST(', call('ELT', position, ...values), ' AS SIGNED)');
  },
  dayBefore: (instant, seconds) => call('TO_DAYS', fragment(instant, ' - INTERVAL ', seconds, ' SECOND')),
  dayOfYear: (instant, month, day) => {
    const date = [month, day].map((part) => `-${String(part).padStart(2, '0')}`).join('');
    return call('TO_DAYS', call('CONCAT', call('YEAR', instant), fragment(`'${date}'`)));
  },
  remainder: (number, divisor) => call('MOD', number, divisor),
  monday: 2,
};

/**
 * Finds the double with the fewest digits that give the same number of four bytes. These servers write six digits at
 * most in a cast to CHAR, so longer ones are rounded, and the first that gives the number is chosen.
 */
function shownDigits(operand: Sql): Sql {
  const single = (value: Sql) => fragment('CAST(', value, ' AS FLOAT)');
  const isSame = (value: Sql) => operator('=', single(value), operand);
  // An aggregate of a CASE may come back as a double, whose text has digits that the number never had.
  const sixDigits = cast(cast(single(operand), 'string'), 'double');
  const rounded = (digits: number) =>
    fragment('ROUND(', operand, `, ${digits - 1} - FLOOR(LOG10(ABS(`, operand, '))))');
  const exact = cast(operand, 'double');
  return {
    kind: 'case',
    when: [
      { condition: operator('>=', call('ABS', operand), fragment('8388608')), value: exact },
      { condition: isSame(sixDigits), value: sixDigits },
      ...[7, 8, 9].map(rounded).map((value) => ({ condition: isSame(value), value })),
    ],
    otherwise: exact,
  };
}

/** OFFSET needs a LIMIT; the number the manual gives for all rows is not exact in JavaScript. */
const everyRow = Number.MAX_SAFE_INTEGER;

/**
 * Counts whole units from the first moment of the year 1, a Monday. The operand appears once, because zones make it
 * long.
 */
function truncated(granularity: TimeUnit | BucketRule, local: Sql): Sql {
  if (typeof granularity !== 'string') return customBucket(granularity, local);
  const unit = granularity.toUpperCase();
  const hasTime = granularity === 'hour' || granularity === 'minute' || granularity === 'second';
  const start = hasTime ? "TIMESTAMP '0001-01-01 00:00:00'" : "DATE '0001-01-01'";
  return fragment(`(${start} + INTERVAL TIMESTAMPDIFF(${unit}, ${start}, `, local, `) ${unit})`);
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
    const shift = ` INTERVAL ${rule.shiftMs * 1000} MICROSECOND`;
    return fragment(customBucket({ ...rule, shiftMs: 0 }, fragment(local, ` -${shift}`)), ` +${shift}`);
  }
  const early = fromFirstYear(rule);
  const start: Sql = { kind: 'reading', reading: bucketStart(early, 0) };
  const [unit, size] = early.kind === 'months' ? ['MONTH', early.months] : ['SECOND', early.stepMs / secondMs];
  return fragment(start, ' + INTERVAL (', difference(unit, start, local), ` DIV ${size} * ${size}) ${unit}`);
}

/** Difference in whole units, rounded towards zero. */
function difference(unit: string, from: Sql, to: Sql): Sql {
  return call('TIMESTAMPDIFF', fragment(unit), from, to);
}

function times(count: Sql, value: number): Sql {
  return operator('*', count, { kind: 'integer', value });
}
