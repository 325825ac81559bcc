import { bucketStart, type BucketRule } from '../time/index.ts';
import { calendarBucket } from './custom-bucket.ts';
import { offsetMicroseconds } from './zone-offset.ts';
import { ansi, digitsOf, instantText } from './ansi.ts';
import { call, cast, type Dialect, fragment, operator, type Sql, type SqlOf } from '../sql/index.ts';
import { duckdbSketch, estimateDistinct } from './distinct-sketch.ts';
import { chosenDecimal, firstDecimal } from './duckdb-decimals.ts';

/** DuckDB 1.5. https://duckdb.org/docs/stable/sql/introduction */
export const duckdb: Dialect = {
  ...ansi,
  name: 'duckdb',
  level: 'supported',
  maxIdentifierLength: 255,
  can: { ...ansi.can, sortTextByAlias: true },
  castTypes: { ...ansi.castTypes, double: 'DOUBLE' },
  numberType: (text) => {
    const { whole, fraction, isApproximate } = digitsOf(text);
    if (whole === 39 && fraction === 0 && !isApproximate) return widestType(BigInt(text));
    // A column of 19 digits, compared with more than 19 decimals, would not fit DuckDB's widest decimal.
    if (isApproximate || fraction > 19 || whole + fraction > 38) return 'DOUBLE';
    if (fraction > 0) return `DECIMAL(${whole + fraction}, ${fraction})`;
    return whole <= 18 ? 'BIGINT' : 'HUGEINT';
  },
  // An instant is written as a number, because it is undocumented where DuckDB expects the era in a text.
  instant: (node) =>
    new Date(node.instant).getUTCFullYear() > 0
      ? fragment(`TIMESTAMP '${instantText(node, '', '')}'`)
      : call('make_timestamp_ms', { kind: 'integer', value: node.instant }),
  localTime: ({ operand, zone, span }) => {
    if (zone === 'UTC') return cast(operand, 'timestamp');
    return call(
      'make_timestamp',
      fragment(call('epoch_us', operand), ' + ', offsetMicroseconds(operand, zone, span, offsetOf)),
    );
  },
  bucket: (node) => {
    const { granularity, operand, zone, span } = node;
    // Reading the date from a timestamp once and counting back from it is two to three times as fast as date_trunc.
    const isPlain = zone === 'UTC';
    const local = isPlain
      ? operand
      : duckdb.localTime({ kind: 'local-time', operand, zone, ...(span ? { span } : {}) });
    if (typeof granularity !== 'string') return customBucket(granularity, cast(local, 'timestamp'));
    const date = fragment('CAST(', local, ' AS DATE)');
    switch (granularity) {
      case 'second':
      case 'minute':
      case 'hour':
        return fragment(`date_trunc('${granularity}', `, isPlain ? cast(operand, 'timestamp') : local, ')');
      case 'day':
        return date;
      case 'week':
        return isPlain ? daysBack(date, 'isodow') : truncated('week', date);
      case 'month':
        return isPlain ? daysBack(date, 'day') : truncated('month', date);
      case 'year':
        return isPlain ? daysBack(date, 'dayofyear') : truncated('year', date);
      case 'quarter':
        return truncated('quarter', date);
    }
  },
  addInterval: ({ operand, interval: { months, ms }, count }) => {
    const moved =
      months === 0
        ? operand
        : fragment(
            operand,
            ' + to_months(CAST(',
            operator('*', count, { kind: 'integer', value: months }),
            ' AS INTEGER))',
          );
    return ms === 0
      ? moved
      : fragment(
          moved,
          ' + to_milliseconds(CAST(',
          operator('*', count, { kind: 'integer', value: ms }),
          ' AS BIGINT))',
        );
  },
  secondsBetween: ({ from, to }) => call('date_diff', fragment("'second'"), from, cast(to, 'timestamp')),
  fail: ({ message }) => call('error', fragment(`'${message}'`)),
  numbers: (count, alias) => `range(${count}) AS ${alias} ("n")`,
  floorDivide: ({ dividend, divisor }) =>
    fragment('CAST(', ansi.floorDivide({ kind: 'floor-divide', dividend, divisor }), ' AS BIGINT)'),
  textMatch: ({ match, operand, value }) => {
    const text = call('lower', operand);
    const wanted = call('lower', { kind: 'parameter', type: 'string', text: value });
    switch (match) {
      case 'contains':
        return call('contains', text, wanted);
      case 'starts-with':
        return call('starts_with', text, wanted);
      case 'ends-with':
        return call('ends_with', text, wanted);
    }
  },
  shownValue: (node) =>
    node.as === 'text-of-double' || node.as === 'text-of-single'
      ? call('regexp_replace', ansi.shownValue(node), fragment("'[.]0$'"), fragment("''"))
      : ansi.shownValue(node),
  chosenNumber: chosenDecimal,
  firstNumber: firstDecimal,
  aggregate: (name, operand) =>
    name === 'count-distinct-approx' ? estimateDistinct(duckdbSketch, operand) : ansi.aggregate(name, operand),
};

/** Numbers of 39 digits are whole ones of 128 bits, with a sign or without, or doubles beyond. */
function widestType(value: bigint): string {
  if (value === BigInt.asIntN(128, value)) return 'HUGEINT';
  return value === BigInt.asUintN(128, value) ? 'UHUGEINT' : 'DOUBLE';
}

function customBucket(rule: BucketRule, local: Sql): Sql {
  switch (rule.kind) {
    case 'steps':
      return call('time_bucket', milliseconds(rule.stepMs), local, { kind: 'reading', reading: rule.origin });
    case 'months': {
      const origin: Sql = { kind: 'reading', reading: bucketStart({ ...rule, shiftMs: 0 }, 0) };
      const bucket = (moment: Sql) =>
        call('time_bucket', call('to_months', { kind: 'integer', value: rule.months }), moment, origin);
      if (rule.shiftMs === 0) return bucket(local);
      const shift = milliseconds(rule.shiftMs);
      return operator('+', bucket(operator('-', local, shift)), shift);
    }
    case 'calendar':
      return calendarBucket(rule, local, {
        kind: 'seconds-between',
        from: { kind: 'reading', reading: rule.origin },
        to: local,
      });
  }
}

function milliseconds(value: number): Sql {
  return call('to_milliseconds', { kind: 'integer', value });
}

function daysBack(date: Sql, part: 'isodow' | 'day' | 'dayofyear'): Sql {
  return fragment('(', date, ' - CAST(', call(part, date), ' - 1 AS INTEGER))');
}

function truncated(unit: 'week' | 'month' | 'quarter' | 'year', date: Sql): Sql {
  return fragment(`date_trunc('${unit}', `, date, ')');
}

/** Offset from the engine's own zone data, for instants outside the tabulated years. Slow and rarely needed. */
function offsetOf(operand: Sql, zone: SqlOf<'local-time'>['zone']): Sql {
  const instant = cast(operand, 'timestamp');
  return fragment(
    'epoch_us(timezone(',
    fragment(`'${zone}'`),
    ", timezone('UTC', ",
    instant,
    '))) - ',
    call('epoch_us', operand),
  );
}
