import type { MaskPart, ValueType } from '../model/index.ts';
import { cast, type Sql } from './sql.ts';

/** Lowers a constant that stands for a masked value. @param absent writes no value of a type */
export function lowerConstant(
  { type, value }: Extract<MaskPart, { kind: 'constant' }>,
  absent: (type: ValueType) => Sql,
): Sql {
  if (value === null) return type === 'time' ? cast({ kind: 'null' }, 'timestamp') : absent(type);
  const text = String(value);
  if (type === 'number' && typeof value === 'string') return { kind: 'parameter', type, text };
  if (typeof value === 'boolean') return { kind: 'parameter', type: 'boolean', isTrue: value };
  if (typeof value === 'number') return { kind: 'parameter', type: 'number', text };
  return type === 'time'
    ? cast({ kind: 'parameter', type: 'string', text: timestampText(text) }, 'timestamp')
    : { kind: 'parameter', type: 'string', text };
}

/** Writes a time in the form that every engine reads. Without a zone it is in UTC. */
function timestampText(text: string): string {
  const hasZone = /(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const moment = Date.parse(
    hasZone ? text.replace(' ', 'T') : `${text.length > 10 ? text.replace(' ', 'T') : `${text}T00:00`}Z`,
  );
  return Number.isNaN(moment) ? text : new Date(moment).toISOString().slice(0, -1).replace('T', ' ');
}
