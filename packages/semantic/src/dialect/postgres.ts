import { call, cast, fragment, operator } from '../sql/sql.ts';
import { ansi, digitsOf, instantText } from './ansi.ts';
import type { Dialect } from './dialect.ts';

/** PostgreSQL 14 or newer, with the session in UTC. https://www.postgresql.org/docs/current/sql.html */
export const postgres: Dialect = {
  ...ansi,
  name: 'postgres',
  level: 'rendered',
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
    const text = call('lower', operand);
    const wanted = call('lower', { kind: 'parameter', type: 'string', text: value });
    switch (match) {
      case 'contains':
        return operator('>', call('strpos', text, wanted), { kind: 'integer', value: 0 });
      case 'starts-with':
        return call('starts_with', text, wanted);
      case 'ends-with':
        return operator('=', call('right', text, call('length', wanted)), wanted);
    }
  },
  onlyValue: ({ operand, type }) => call(type === 'boolean' ? 'BOOL_OR' : 'MAX', operand),
  textOrder: (operand) => fragment(operand, ' COLLATE "C"'),
};
