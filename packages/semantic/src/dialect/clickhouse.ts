import type { ValueType } from '../model/index.ts';
import { call, cast, type Dialect, fragment, operator, type Sql, type SqlOf } from '../sql/index.ts';
import { type BucketRule, bucketStart, dayMs, type Instant, type TimeUnit } from '../time/index.ts';
import { ansi, averageOf, digitsOf, inWindow, isNumber, nanLast, present } from './ansi.ts';
import { calendarBucket } from './custom-bucket.ts';
import { clickhouseSketch, estimateDistinct } from './distinct-sketch.ts';
import {
  exactAddition,
  exactProduct,
  firstOfOneType,
  ofOneType,
  sumOf,
  timeOfText,
  timeOfUnknown,
  wideSum,
} from './clickhouse-conversions.ts';

/**
 * ClickHouse 25 or newer, in requests as our engine sends them: in UTC, joins and casts keep NULL, nothing aggregated is
 * NULL, names of columns come before aliases, and types that meet must have one that holds both.
 * https://clickhouse.com/docs/sql-reference
 */
export const clickhouse: Dialect = {
  ...ansi,
  name: 'clickhouse',
  level: 'rows proven',
  maxIdentifierLength: 255,
  castTypes: {
    string: 'String',
    timestamp: "DateTime64(6, 'UTC')",
    double: 'Float64',
    boolean: 'Bool',
    number: 'Decimal(76, 20)',
  },
  endOfTime: Date.UTC(2300, 0, 1) as Instant,
  // A backslash escapes in names, too.
  quoteIdentifier: (name) => ansi.quoteIdentifier(name.replaceAll('\\', '\\\\')),
  placeholder: (position) => `{p${position}:Nullable(String)}`,
  numberType: (text) => {
    const { whole, fraction, isApproximate } = digitsOf(text);
    if (isApproximate || whole + fraction > 76) return 'Float64';
    return fraction === 0 && whole <= 18 ? 'Int64' : `Decimal(76, ${fraction})`;
  },
  instant: ({ instant }) => moment(instant),
  reading: ({ reading }) => moment(reading),
  // The server brings the tables of all zones with it, and computes the offset of an instant.
  localTime: ({ operand, zone }) => {
    const stored = cast(operand, 'timestamp');
    if (zone === 'UTC') return stored;
    return call('addSeconds', stored, fragment('timeZoneOffset(toTimeZone(', stored, `, '${zone}'))`));
  },
  bucket: ({ granularity, ...node }) => {
    const local = clickhouse.localTime({ ...node, kind: 'local-time' });
    return typeof granularity === 'string' ? truncated(granularity, local) : customBucket(granularity, local);
  },
  addInterval: ({ operand, interval: { months, ms }, count }) => {
    const moment = cast(operand, 'timestamp'); // days have no milliseconds, and those of 16 bits end in 2149
    const moved = months === 0 ? moment : call('addMonths', moment, times(count, months));
    return ms === 0 ? moved : call('addMilliseconds', moved, times(count, ms));
  },
  secondsBetween: ({ from, to }) => call('dateDiff', fragment("'second'"), from, to),
  // A condition without a column would be tested before the branches are.
  fail: ({ message, beside }) =>
    fragment(
      "addSeconds(fromUnixTimestamp64Micro(toInt64(0), 'UTC'), throwIf(toString(",
      beside,
      `) <> '', '${message}'))`,
    ),
  numbers: (count, alias) => `(SELECT toInt64(number) AS "n" FROM numbers(${count})) AS ${alias}`,
  floorDivide: ({ dividend, divisor }) =>
    call('toInt64', ansi.floorDivide({ kind: 'floor-divide', dividend, divisor })),
  isListed: (value) =>
    value.kind !== 'instant' &&
    (value.kind !== 'parameter' || value.type !== 'number' || !clickhouse.numberType(value.text).startsWith('Decimal')),
  textMatch: ({ match, operand, value }) => {
    const text = lowered(operand);
    const wanted = lowered({ kind: 'parameter', type: 'string', text: value });
    switch (match) {
      case 'contains':
        return operator('>', call('position', text, wanted), { kind: 'integer', value: 0 });
      case 'starts-with':
        return call('startsWith', text, wanted);
      case 'ends-with':
        return call('endsWith', text, wanted);
    }
  },
  letterCase: ({ to, operand }) => (to === 'lower' ? lowered(operand) : call('upperUTF8', operand)),
  aggregate: (name, operand, type) => {
    switch (name) {
      case 'count':
        return ansi.aggregate(name, operand);
      case 'count-distinct':
        return distinct(groupValue(operand, type));
      case 'count-distinct-approx':
        return estimateDistinct(clickhouseSketch, groupValue(operand, type));
      case 'sum':
        return sumOf(operand);
      case 'avg': // wraps in silence, too
        return averageOf(wideSum(operand), operand);
      case 'min':
        return ansi.aggregate(name, ordered(operand, type));
      case 'max':
        return type === 'number' ? greatest(operand) : ansi.aggregate(name, ordered(operand, type));
    }
  },
  over: ({ value, window }) => {
    const over = (aggregate: Sql) => inWindow(aggregate, window);
    return value.function === 'sum'
      ? sumOf(value.operand, over)
      : over(clickhouse.aggregate(value.function, value.operand, value.type));
  },
  // Behind the last row of values that are never NULL it would be the zero of their type.
  nextValue: ({ operand, window }) =>
    ansi.nextValue({ kind: 'next-value', operand: call('toNullable', operand), window }),
  countDistinctTuple: ({ items, condition }) => {
    const [only, ...others] = items;
    if (!only) throw new Error('a tuple of nothing cannot be counted');
    const test = operator('AND', ...items.map(present), ...(condition ? [condition] : []));
    const value = others.length === 0 ? only : call('tuple', ...items);
    return call('ifNull', call('uniqExactIf', value, test), { kind: 'integer', value: 0 });
  },
  addition: exactAddition,
  product: exactProduct,
  numberOrder,
  nanBeside,
  chosenNumber: ofOneType,
  chosenValue: ofOneType,
  firstNumber: firstOfOneType,
  decimalText: ({ operand }) => fragment('toString(round(toDecimal256(toString(', operand, '), 20), 10))'),
  timeOfText: ({ operand }) => timeOfText(operand),
  timeOfUnknown,
  dimensionValue: (operand, type) => {
    switch (type) {
      case 'number': // the two zeros are two groups otherwise
        return operator('+', operand, { kind: 'integer', value: 0 });
      case 'boolean':
        return cast(operand, 'boolean');
      case 'string': // an Enum is sorted by its numbers, a FixedString has its padding
        return cast(operand, 'string');
      case 'time':
        return operand;
    }
  },
  textOrder: (operand) => cast(operand, 'string'),
};

/** A moment on the clock of UTC, or on the wall clock of a zone, which is written as if it were UTC. */
function moment(ms: number): Sql {
  return fragment(`fromUnixTimestamp64Micro(toInt64(${ms * 1000}), 'UTC')`);
}

function times(count: Sql, value: number): Sql {
  return operator('*', count, { kind: 'integer', value });
}

/** Lowers letter by letter. Two letters depend on their neighbours, or become two, and are replaced first. */
function lowered(operand: Sql): Sql {
  return fragment('lowerUTF8(replace(replace(', operand, ", 'İ', 'i'), 'Σ', 'σ'))");
}

const stepMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: dayMs, week: 7 * dayMs };
/** The first Monday after 1970 began. */
const monday = 4 * dayMs;

/** Computes with the numbers of moments: functions that truncate times end in 1970 and 2106, or in 2149. */
function truncated(granularity: TimeUnit, local: Sql): Sql {
  switch (granularity) {
    case 'second':
    case 'minute':
    case 'hour':
    case 'day':
    case 'week':
      return stepped(local, stepMs[granularity], granularity === 'week' ? monday : 0);
    case 'month':
      return firstOf(local, call('toMonth', local));
    case 'quarter':
      return firstOf(local, fragment('toMonth(', local, ') - (toMonth(', local, ') - 1) % 3'));
    case 'year':
      return firstOf(local, fragment('1'));
  }
}

function firstOf(local: Sql, month: Sql): Sql {
  return cast(call('makeDate32', call('toYear', local), month, fragment('1')), 'timestamp');
}

/** @param local of the type of timestamps @param origin of a step */
function stepped(local: Sql, step: number, origin: number): Sql {
  const moment = call('toUnixTimestamp64Micro', local);
  const since = origin === 0 ? moment : operator('-', moment, { kind: 'integer', value: origin * 1000 });
  const behind = call('positiveModulo', since, { kind: 'integer', value: step * 1000 });
  return fragment('fromUnixTimestamp64Micro(', operator('-', moment, behind), ", 'UTC')");
}

/** The value by which rows are grouped, as far as its type is known. */
function groupValue(operand: Sql, type: ValueType | undefined): Sql {
  return type === undefined ? operand : clickhouse.dimensionValue(operand, type);
}

/** Counts to 0 where there is nothing; aggregates are NULL then. */
function distinct(operand: Sql): Sql {
  return call('ifNull', call('COUNT', fragment('DISTINCT ', operand)), { kind: 'integer', value: 0 });
}

/** Texts are compared as texts, whatever type stores them. */
function ordered(operand: Sql, type: ValueType | undefined): Sql {
  return type === 'string' ? cast(operand, type) : operand;
}

/** The greatest number is NaN, if there is one; `max` skips it. */
function greatest(operand: Sql): Sql {
  const isNan = operator('<>', operand, operand);
  return call('coalesce', call('anyIf', operand, isNan), call('max', operand));
}

/**
 * Compares with NaN as the greatest number. An index reads the negation of `x <= 0` as `x > 0`, in which NaN is not, so that
 * the rows of columns have a test for NaN of their own.
 */
function numberOrder(node: SqlOf<'number-order'>): Sql {
  const { operator: sign, left, right } = node;
  if (isNumber(left) && !isNumber(right)) {
    return numberOrder({ ...node, operator: mirrored[sign], left: right, right: left });
  }
  const nan = isNumber(right) ? nanBeside(left) : undefined;
  return sign === '<' || sign === '<=' || nan === undefined
    ? nanLast(node)
    : operator('OR', operator(sign, left, right), nan);
}

const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** Whether a number is NaN. It is a constant for types without NaN, so that their indexes are still used. */
function nanBeside(operand: Sql): Sql | undefined {
  if (operand.kind === 'aggregate') return undefined; // no index has it
  const isFloat = fragment('position(toTypeName(', operand, "), 'Float') > 0");
  return call('if', isFloat, operator('<>', operand, operand), fragment('0'));
}

function customBucket(rule: BucketRule, local: Sql): Sql {
  switch (rule.kind) {
    case 'steps':
      return stepped(local, rule.stepMs, rule.origin);
    case 'months': {
      const shifted: Sql =
        rule.shiftMs === 0 ? local : call('addMilliseconds', local, { kind: 'integer', value: -rule.shiftMs });
      const month = fragment('toYear(', shifted, ') * 12 + toMonth(', shifted, ') - 1');
      const number: Sql = {
        kind: 'floor-divide',
        dividend: operator('-', month, { kind: 'integer', value: rule.first }),
        divisor: { kind: 'integer', value: rule.months },
      };
      return {
        kind: 'add-interval',
        operand: {
          kind: 'add-interval',
          operand: { kind: 'reading', reading: bucketStart({ ...rule, shiftMs: 0 }, 0) },
          interval: { months: rule.months, ms: 0 },
          count: number,
        },
        interval: { months: 0, ms: rule.shiftMs },
        count: { kind: 'integer', value: 1 },
      };
    }
    case 'calendar': {
      const origin: Sql = { kind: 'reading', reading: rule.origin };
      return calendarBucket(rule, local, { kind: 'seconds-between', from: origin, to: local });
    }
  }
}
