import { call, cast, type Dialect, fragment, operator, type Sql } from '../sql/index.ts';
import { type BucketRule, civilOf, type Instant, type TimeUnit } from '../time/index.ts';
import {
  ansi,
  averageOf,
  digitsOf,
  distinctColumns,
  fromYearOne,
  instantText,
  isReading,
  lowered,
  nothingOf,
  times,
} from './ansi.ts';
import { countedBucket } from './custom-bucket.ts';
import { sameByPresence } from './same-value.ts';

/**
 * Snowflake, as of 2026, with texts that have no collation and times in the format AUTO, which are the defaults. Buckets
 * depend on no zone and no first weekday of a session; filters on columns of type TIMESTAMP_LTZ or TIMESTAMP_TZ need a
 * session whose TIMEZONE is UTC. Parameters are bound in the order of their values, as texts and booleans.
 * https://docs.snowflake.com/en/sql-reference
 */
export const snowflake: Dialect = {
  ...ansi,
  name: 'snowflake',
  level: 'rendered',
  maxIdentifierLength: 255,
  can: { ...ansi.can, sortTextByAlias: true },
  castTypes: { ...ansi.castTypes, timestamp: 'TIMESTAMP_NTZ', double: 'DOUBLE', number: 'NUMBER(38, 10)' },
  endOfTime: Date.UTC(10_000, 0, 1) as Instant,
  placeholder: () => '?',
  numberType: (text) => {
    const { whole, fraction, isApproximate } = digitsOf(text);
    // A column of 19 digits, compared with more than 19 decimals, would not fit the widest decimal.
    if (isApproximate || fraction > 19 || whole + fraction > 38) return 'DOUBLE';
    return fraction > 0 ? `NUMBER(${whole + fraction}, ${fraction})` : 'NUMBER(38, 0)';
  },
  absent: (type) => {
    switch (type) {
      case 'number': // widens no other number that it meets
        return fragment('CAST(NULL AS NUMBER(1, 0))');
      case 'string':
      case 'boolean':
        return cast({ kind: 'null' }, type);
      case 'time':
        return cast({ kind: 'null' }, 'timestamp');
    }
  },
  instant: (node) => timestamp(instantText(fromYearOne(node), '', '')),
  reading: ({ reading }) => timestamp(civilOf(reading).replace('T', ' ')),
  localTime: ({ operand, zone }) => {
    const inUtc = utcReading(operand);
    return zone === 'UTC' ? inUtc : call('CONVERT_TIMEZONE', fragment("'UTC'"), fragment(`'${zone}'`), inUtc);
  },
  bucket: ({ granularity, ...node }) => truncated(granularity, { ...node, kind: 'local-time' }),
  addInterval: ({ operand, interval: { months, ms }, count }) => {
    const moved = months === 0 ? utcReading(operand) : added('month', times(count, months), utcReading(operand));
    return ms === 0 ? moved : added('millisecond', times(count, ms), moved);
  },
  secondsBetween: ({ from, to }) => call('DATEDIFF', fragment("'second'"), utcReading(from), utcReading(to)),
  // The text of the message is not a valid time, and explains the error.
  fail: ({ message, beside }) => cast(fragment(`'${message} ' || `, cast(beside, 'string')), 'timestamp'),
  numbers: (count, alias) => {
    if (count === 0) return `(SELECT 0 AS "n" WHERE FALSE) AS ${alias}`;
    // The numbers of a sequence may have gaps.
    const number = 'ROW_NUMBER() OVER (ORDER BY SEQ8()) - 1';
    return `(SELECT ${number} AS "n" FROM TABLE(GENERATOR(ROWCOUNT => ${count}))) AS ${alias}`;
  },
  floorDivide: (node) => fragment('CAST(', ansi.floorDivide(node), ' AS INTEGER)'),
  same: (node) => sameByPresence(node, node.type === 'time' ? timestamp('1970-01-01') : nothingOf(node.type)),
  textMatch: ({ match, operand, value }) => {
    const text = lowered(operand);
    const wanted = lowered({ kind: 'parameter', type: 'string', text: value });
    switch (match) {
      case 'contains':
        return call('CONTAINS', text, wanted);
      case 'starts-with':
        return call('STARTSWITH', text, wanted);
      case 'ends-with':
        return call('ENDSWITH', text, wanted);
    }
  },
  letterCase: ({ to, operand }) => (to === 'lower' ? lowered(operand) : call('UPPER', operand)),
  textLength: ({ operand }) => call('LENGTH', operand),
  aggregate: (name, operand) =>
    name === 'avg' ? averageOf(call('SUM', operand), operand) : ansi.aggregate(name, operand),
  countDistinctTuple: distinctColumns,
  onlyValue: ({ operand, type }) => call(type === 'boolean' ? 'BOOLOR_AGG' : 'MAX', operand),
  product: ({ operands }) => checkedProduct(operands.flatMap(factorsOf)),
  // Without a zone, a text would be a time in the zone of the session; with one, TIMESTAMP_NTZ would leave it out.
  timeOfText: ({ operand }) => {
    const inZone = fragment('CAST(', operand, ' AS TIMESTAMP_TZ)');
    const value = cast(call('CONVERT_TIMEZONE', fragment("'UTC'"), inZone), 'timestamp');
    const condition = call('REGEXP_LIKE', operand, fragment("'.*:.*[A-Za-z+-].*'"));
    return { kind: 'case', when: [{ condition, value }], otherwise: cast(operand, 'timestamp') };
  },
  shownValue: (node) => (node.as === 'double' ? cast(node.operand, 'double') : ansi.shownValue(node)),
  limit: (limit, offset) => (limit === undefined ? `LIMIT NULL\nOFFSET ${offset}` : ansi.limit(limit, offset)),
};

function timestamp(text: string): Sql {
  return fragment(`CAST('${text}' AS TIMESTAMP_NTZ)`);
}

/**
 * Reads a stored time on a clock in UTC, whatever its type: a cast of TIMESTAMP_TZ to TIMESTAMP_NTZ leaves out its offset,
 * and one of TIMESTAMP_LTZ reads the clock of the session. A date becomes a time when seconds are added to it; it has no
 * microseconds otherwise.
 */
function utcReading(operand: Sql): Sql {
  const { kind } = operand;
  const isCast = kind === 'cast' && operand.type === 'timestamp';
  if (isReading(operand) || isCast || kind === 'instant' || kind === 'time-of-text') return operand;
  const moment = added('second', { kind: 'integer', value: 0 }, operand);
  return call('TO_TIMESTAMP_NTZ', call('DATE_PART', fragment("'epoch_microsecond'"), moment), fragment('6'));
}

/** Moves a reading; a day that a month does not have becomes its last. */
function added(unit: 'second' | 'millisecond' | 'day' | 'month', count: Sql, moment: Sql): Sql {
  return call('DATEADD', fragment(`'${unit}'`), count, moment);
}

function truncated(granularity: TimeUnit | BucketRule, local: Sql): Sql {
  if (typeof granularity !== 'string')
    return countedBucket(granularity, local, (start, moment) => call('DATEDIFF', fragment("'month'"), start, moment));
  if (granularity !== 'week') return call('DATE_TRUNC', fragment(`'${granularity}'`), local);
  // The first day of a week is a parameter of the session, but not that of an ISO week.
  return added('day', fragment('1 - ', call('DAYOFWEEKISO', local)), truncated('day', local));
}

function factorsOf(operand: Sql): readonly Sql[] {
  return operand.kind === 'product' ? operand.operands.flatMap(factorsOf) : [operand];
}

/**
 * Fails where a product has lost decimals: it has 12 of them at most, or as many as one of its factors. A double has 16
 * digits. Infinity differs from itself by NaN, which is not less than 0.
 */
function checkedProduct(factors: readonly Sql[]): Sql {
  const product = operator('*', ...factors);
  const approximate = operator('*', ...factors.map((factor) => cast(factor, 'double')));
  const distance = call('ABS', operator('-', cast(product, 'double'), approximate));
  const condition = fragment(`${factors.length}e-15 * `, call('ABS', approximate), ' - ', distance, ' < 0');
  const message = "'a product has more decimals than its type: CAST a factor AS DOUBLE '";
  const value = fragment(`CAST(${message} || `, cast(approximate, 'string'), ' AS NUMBER(1, 0))');
  return { kind: 'case', when: [{ condition, value }], otherwise: product };
}
