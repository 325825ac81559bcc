import { call, cast, type Dialect, fragment, operator, type Sql } from '../sql/index.ts';
import { type BucketRule, civilOf, type Instant, type TimeUnit } from '../time/index.ts';
import {
  ansi,
  averageOf,
  digitsOf,
  distinctTuples,
  fromYearOne,
  instantText,
  isReading,
  lowered,
  nanLast,
  times,
} from './ansi.ts';
import { countedBucket } from './custom-bucket.ts';
import { sameByPresence, sameWithNan } from './same-value.ts';

/**
 * GoogleSQL of BigQuery, as of 2026, with texts that have no collation and the time zone UTC, which are the defaults.
 * Readings of a clock are of type DATETIME. Parameters are positional, in the order of their values: requests have
 * `parameterMode: POSITIONAL`, and give texts the type STRING. https://cloud.google.com/bigquery/docs/reference/standard-sql
 */
export const bigquery: Dialect = {
  ...ansi,
  name: 'bigquery',
  level: 'rendered',
  maxIdentifierLength: 300,
  can: { ...ansi.can, sortTextByAlias: true, filterNothing: false },
  castTypes: { string: 'STRING', timestamp: 'DATETIME', double: 'FLOAT64', boolean: 'BOOL', number: 'BIGNUMERIC' },
  endOfTime: Date.UTC(10_000, 0, 1) as Instant,
  quoteIdentifier: (name) =>
    `\`${name.replaceAll(/[\\`\n\r]/g, (character) => escapes.get(character) ?? `\\${character}`)}\``,
  quoteText: (text) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`),
  placeholder: () => '?',
  numberType: (text) => {
    const { whole, fraction, isApproximate } = digitsOf(text);
    if (isApproximate || whole > 38 || fraction > 38) return 'FLOAT64';
    if (fraction === 0 && whole <= 18) return 'INT64';
    return whole <= 29 && fraction <= 9 ? 'NUMERIC' : 'BIGNUMERIC';
  },
  absent: (type) => {
    switch (type) {
      case 'number': // becomes any other number that it meets
        return fragment('CAST(NULL AS INT64)');
      case 'string':
      case 'boolean':
        return cast({ kind: 'null' }, type);
      case 'time': // meets values of type TIMESTAMP, DATETIME or DATE, and takes theirs
        return { kind: 'null' };
    }
  },
  // A TIMESTAMP is not compared with a DATETIME; a constant takes the type of the other side, and a date has no time.
  instant: (node) => fragment(`'${instantText(fromYearOne(node), '', '').replace(' 00:00:00.000', '')}'`),
  reading: ({ reading }) => fragment(`DATETIME '${civilOf(reading).replace('T', ' ')}'`),
  localTime: ({ operand, zone }) => {
    if (zone === 'UTC') return reading(operand);
    const instant = operand.kind === 'time-of-text' ? operand : fragment('CAST(', operand, ' AS TIMESTAMP)');
    return call('DATETIME', instant, fragment(`'${zone}'`));
  },
  bucket: ({ granularity, ...node }) => truncated(granularity, { ...node, kind: 'local-time' }),
  // A day that a month does not have becomes its last.
  addInterval: ({ operand, interval: { months, ms }, count }) => {
    const moved = months === 0 ? reading(operand) : added('MONTH', times(count, months), reading(operand));
    return ms === 0 ? moved : added('MILLISECOND', times(count, ms), moved);
  },
  secondsBetween: ({ from, to }) => call('DATETIME_DIFF', reading(to), reading(from), fragment('SECOND')),
  fail: ({ message, beside }) => call('ERROR', fragment(`'${message} ' || `, cast(beside, 'string'))),
  numbers: (count, alias) => `(SELECT n AS \`n\` FROM UNNEST(GENERATE_ARRAY(0, ${count - 1})) AS n) AS ${alias}`,
  floorDivide: (node) => fragment('CAST(', ansi.floorDivide(node), ' AS INT64)'),
  // An outer join needs an equality of values from both sides.
  same: (node) => {
    if (node.type !== 'time') return sameWithNan(node);
    const { left, right } = node;
    return sameByPresence({ left: reading(left), right: reading(right) }, fragment("DATETIME '1970-01-01'"));
  },
  textMatch: ({ match, operand, value }) => {
    const text = lowered(operand);
    const wanted = lowered({ kind: 'parameter', type: 'string', text: value });
    switch (match) {
      case 'contains':
        return operator('>', call('STRPOS', text, wanted), { kind: 'integer', value: 0 });
      case 'starts-with':
        return call('STARTS_WITH', text, wanted);
      case 'ends-with':
        return call('ENDS_WITH', text, wanted);
    }
  },
  letterCase: ({ to, operand }) => (to === 'lower' ? lowered(operand) : call('UPPER', operand)),
  aggregate: (name, operand, type) => {
    switch (name) {
      case 'avg':
        return averageOf(call('SUM', operand), operand);
      case 'min': {
        if (type !== 'number') return ansi.aggregate(name, operand);
        // MIN gives NaN where there is one, which comes after all numbers.
        const number: Sql = { kind: 'case', when: [{ condition: operator('=', operand, operand), value: operand }] };
        return call('COALESCE', ansi.aggregate(name, number), ansi.aggregate(name, operand));
      }
      default:
        return ansi.aggregate(name, operand);
    }
  },
  // A STRUCT is not counted by its distinct values; its text has all digits of all values.
  countDistinctTuple: (node) => distinctTuples(node, (items) => call('TO_JSON_STRING', call('STRUCT', ...items))),
  onlyValue: ({ operand, type }) => call(type === 'boolean' ? 'LOGICAL_OR' : 'MAX', operand),
  product: ({ operands }) => operator('*', ...operands.map(widened)),
  numberOrder: nanLast,
  // A text of a decimal has no zeros at its end.
  decimalText: ({ operand }) => fragment('CAST(ROUND(CAST(', operand, ' AS BIGNUMERIC), 10) AS STRING)'),
  timeOfText: ({ operand }) => fragment('CAST(', operand, ' AS TIMESTAMP)'),
  shownValue: (node) => (node.as === 'double' ? cast(node.operand, 'double') : ansi.shownValue(node)),
  // OFFSET needs a LIMIT.
  limit: (limit, offset) => ansi.limit(limit ?? Number.MAX_SAFE_INTEGER, offset),
};

const escapes = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

/** A stored time as a reading of a clock in UTC; it may be a TIMESTAMP, a DATETIME or a date. */
function reading(operand: Sql): Sql {
  return isReading(operand) ? operand : cast(operand, 'timestamp');
}

function added(unit: 'MILLISECOND' | 'MONTH', count: Sql, moment: Sql): Sql {
  return call('DATETIME_ADD', moment, fragment('INTERVAL ', count, ` ${unit}`));
}

function truncated(granularity: TimeUnit | BucketRule, local: Sql): Sql {
  if (typeof granularity === 'string') {
    const unit = granularity === 'week' ? 'ISOWEEK' : granularity.toUpperCase();
    return call('DATETIME_TRUNC', local, fragment(unit));
  }
  return countedBucket(granularity, local, (start, moment) => call('DATETIME_DIFF', moment, start, fragment('MONTH')));
}

/** Makes a BIGNUMERIC of a whole or decimal number: a product of two NUMERIC has nine decimals. Doubles keep their type. */
function widened(operand: Sql): Sql {
  return call('COALESCE', operand, fragment('CAST(NULL AS BIGNUMERIC)'));
}
