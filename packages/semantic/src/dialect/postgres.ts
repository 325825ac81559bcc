import { call, cast, fragment, operator, type Sql } from '../sql/sql.ts';
import { ansi, digitsOf, instantText } from './ansi.ts';
import type { Dialect } from './dialect.ts';

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
  bucket: ({ operand, granularity, zone }) =>
    fragment(`date_trunc('${granularity}', `, postgres.localTime({ kind: 'local-time', operand, zone }), ')'),
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
  onlyValue: ({ operand, type }) => call(type === 'boolean' ? 'BOOL_OR' : 'MAX', operand),
  textOrder: (operand) => byCodePoint(cast(operand, 'string')),
};

/** An error where a column is no text: the greatest number must not become the last text without anybody noticing. */
function byCodePoint(operand: Sql): Sql {
  return fragment(operand, ' COLLATE "C"');
}

/** Letters of all languages, whatever the collation of the column or the database: the one of `C` knows none beyond `z`. */
function inAnyLanguage(operand: Sql): Sql {
  return fragment(operand, ' COLLATE "und-x-icu"');
}

/** Letter by letter: two letters depend on what stands beside them there, and are done first. */
function lowered(operand: Sql): Sql {
  return fragment('lower(replace(replace(', inAnyLanguage(operand), ", 'İ', 'i'), 'Σ', 'σ'))");
}
