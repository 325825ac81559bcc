import type { SqlType } from '../../types/index.ts';
import { duckDbType } from './type-names.ts';
import { readLiteral } from './read-literal.ts';
import { type CannotRender, cannot, type Rendered } from './rendered.ts';
import { quoted } from './template.ts';

/**
 * Renders a constant of a type without modifier.
 *
 * @param text as the statement writes it; `null` is NULL
 * @param zone of the session, for moments that are written without one
 */
export function renderConstant(type: SqlType, text: string | null, zone: string): Rendered | CannotRender {
  const scale = type.name === 'numeric' ? { scale: { held: 0, isShown: true } } : {};
  if (text === null) return { text: `CAST(NULL AS ${duckDbType(type)})`, type, constant: null, ...scale };
  const read = readLiteral(type, text, zone);
  if ('refusal' in read) {
    // A number may be too long for a numeric, and still become a double.
    if (type.name !== 'numeric' || !Number.isFinite(Number(text))) return cannot(read.refusal, read.code);
    return { text: `error(${quoted(read.refusal)})`, type, constant: text.trim(), scale: { held: 0, isShown: true } };
  }
  const { value } = read;
  switch (type.name) {
    case 'bool':
      return { text: value, type, constant: value };
    case 'numeric': {
      const held = value.split('.')[1]?.length ?? 0;
      return { text: `CAST('${value}' AS DECIMAL(38,${held}))`, type, constant: value, scale: { held, isShown: true } };
    }
    case 'interval': {
      const [months = '0', days = '0', microseconds = '0'] = value.split(' ');
      return {
        text: `(to_months(${months}) + to_days(${days}) + to_microseconds(${microseconds}))`,
        type,
        constant: text,
      };
    }
    case 'timestamptz': {
      const [, local, named] = /^(.*\d) ([A-Za-z_][\w/+-]*)$/.exec(value) ?? [];
      if (local === undefined || named === undefined)
        return { text: `CAST('${value}' AS TIMESTAMPTZ)`, type, constant: text };
      return { text: `timezone(${quoted(named)}, CAST('${local}' AS TIMESTAMP))`, type, constant: text };
    }
    case 'text':
    case 'varchar':
    case 'bpchar':
    case 'name':
    case 'char':
    case 'aclitem':
    case 'inet':
    case 'pg_node_tree':
    case 'unknown':
      return value.includes('\0') ? cannot('a text has no NUL') : { text: quoted(value), type, constant: value };
    default:
      return { text: `CAST(${quoted(value)} AS ${duckDbType(type)})`, type, constant: value };
  }
}
