import { call, cast, type Dialect, fragment, operator, type Sql } from '../sql/index.ts';
import { type BucketRule, bucketStart, secondMs } from '../time/index.ts';
import { ansi, digitsOf, instantText, nothingOf } from './ansi.ts';
import { calendarBucket } from './custom-bucket.ts';
import { sameByPresence } from './same-value.ts';

/** PostgreSQL 14 or newer, with the session in UTC. https://www.postgresql.org/docs/current/sql.html */
export const postgres: Dialect = {
  ...ansi,
  name: 'postgres',
  level: 'supported',
  maxIdentifierLength: 63,
  castTypes: { ...ansi.castTypes, string: 'TEXT' },
  numberType: (text) => {
    const { whole, fraction, isApproximate } = digitsOf(text);
    if (isApproximate) return 'DOUBLE PRECISION';
    return fraction === 0 && whole <= 18 ? 'BIGINT' : 'NUMERIC';
  },
  absent: (type) => {
    switch (type) {
      case 'number':
        return cast({ kind: 'null' }, 'number');
      case 'string':
        return cast({ kind: 'null' }, 'string');
      case 'boolean':
        return cast({ kind: 'null' }, 'boolean');
      case 'time':
        return cast({ kind: 'null' }, 'timestamp');
    }
  },
  instant: (node) => fragment(`TIMESTAMPTZ '${instantText(node, '+00', ' BC')}'`),
  localTime: ({ operand, zone }) => fragment('(CAST(', operand, ` AS TIMESTAMPTZ) AT TIME ZONE '${zone}')`),
  bucket: ({ operand, granularity, zone }) => {
    const local = postgres.localTime({ kind: 'local-time', operand, zone });
    return typeof granularity === 'string'
      ? fragment(`date_trunc('${granularity}', `, local, ')')
      : customBucket(granularity, local);
  },
  secondsBetween: ({ from, to }) => fragment('EXTRACT(EPOCH FROM ', operator('-', to, from), ')'),
  // The text of the message is not a valid time, and explains the error.
  fail: ({ message, beside }) => fragment(`CAST('${message} ' || `, beside, ' AS TIMESTAMP)'),
  numbers: (count, alias) => `generate_series(0, ${count - 1}) AS ${alias} ("n")`,
  addInterval: ({ operand, interval: { months, ms }, count }) => {
    const parts = [
      ...(months === 0 ? [] : [fragment('months => CAST(', times(count, months), ' AS INTEGER)')]),
      ...(ms === 0 ? [] : [fragment('secs => ', times(cast(count, 'double'), ms / secondMs))]),
    ];
    return parts.length === 0 ? operand : operator('+', operand, call('make_interval', ...parts));
  },
  textMatch: ({ match, operand, value }) => {
    const text = lowered(operand);
    const wanted = lowered({ kind: 'parameter', type: 'string', text: value });
    switch (match) {
      case 'contains':
        return operator('>', call('strpos', text, wanted), { kind: 'integer', value: 0 });
      case 'starts-with':
        return call('starts_with', text, wanted);
      case 'ends-with':
        return operator('=', call('right', text, call('length', wanted)), wanted);
    }
  },
  letterCase: ({ to, operand }) => (to === 'lower' ? lowered(operand) : call('upper', inAnyLanguage(operand))),
  aggregate: (name, operand, type) => {
    switch (name) {
      case 'avg': // of integers PostgreSQL gives a decimal with zeros at the end
        return cast(ansi.aggregate(name, operand), 'double');
      case 'min':
      case 'max':
        return ansi.aggregate(name, type === 'string' ? byCodePoint(operand) : operand);
      default:
        return ansi.aggregate(name, operand);
    }
  },
  // PostgreSQL can join by IS NOT DISTINCT FROM only by comparing every pair.
  same: (node) => sameByPresence(node, nothingOf(node.type)),
  onlyValue: ({ operand, type }) => call(type === 'boolean' ? 'BOOL_OR' : 'MAX', operand),
  textOrder: (operand) => byCodePoint(cast(operand, 'string')),
};

function customBucket(rule: BucketRule, local: Sql): Sql {
  switch (rule.kind) {
    case 'steps':
      return call('date_bin', seconds(rule.stepMs), local, { kind: 'reading', reading: rule.origin });
    case 'months': {
      const shift = seconds(rule.shiftMs);
      const moment = rule.shiftMs === 0 ? local : operator('-', local, shift);
      const month = fragment('EXTRACT(YEAR FROM ', moment, ') * 12 + EXTRACT(MONTH FROM ', moment, ') - 1');
      const number: Sql = {
        kind: 'floor-divide',
        dividend: operator('-', month, { kind: 'integer', value: rule.first }),
        divisor: { kind: 'integer', value: rule.months },
      };
      const start: Sql = {
        kind: 'add-interval',
        operand: { kind: 'reading', reading: bucketStart({ ...rule, shiftMs: 0 }, 0) },
        interval: { months: rule.months, ms: 0 },
        count: number,
      };
      return rule.shiftMs === 0 ? start : operator('+', start, shift);
    }
    case 'calendar': {
      const origin: Sql = { kind: 'reading', reading: rule.origin };
      return calendarBucket(rule, local, { kind: 'seconds-between', from: origin, to: local });
    }
  }
}

function seconds(ms: number): Sql {
  return fragment(`INTERVAL '${ms / secondMs} seconds'`);
}

function times(count: Sql, value: number): Sql {
  return operator('*', count, fragment(String(value)));
}

/** Fails when a column is not text: otherwise the greatest number would silently become the last text. */
function byCodePoint(operand: Sql): Sql {
  return fragment(operand, ' COLLATE "C"');
}

/**
 * Handles letters of all languages, whatever the collation of the column or the database: the collation `C` knows none
 * beyond `z`.
 */
function inAnyLanguage(operand: Sql): Sql {
  return fragment(operand, ' COLLATE "und-x-icu"');
}

/** Lowers letter by letter. Two letters depend on their neighbours there, and are replaced first. */
function lowered(operand: Sql): Sql {
  return fragment('lower(replace(replace(', inAnyLanguage(operand), ", 'İ', 'i'), 'Σ', 'σ'))");
}
