import { findCast, isArrayName, type SqlType, typeText } from '../../types/index.ts';
import { readLiteral } from '../duckdb/read-literal.ts';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import type { StatementSession } from '../entry.ts';

/** A type as a cast names it. Without a length, `character` would be one letter. */
function typeName({ name, modifier }: SqlType): string {
  return modifier === undefined ? name : `${name}(${modifier.join(', ')})`;
}

/** A stored value as one of the type of its column. Texts are compared by code point, whatever their column says. */
export function storedInPostgres(text: string, type: SqlType): Rendered {
  const cast = `CAST(${text} AS ${type.name})`;
  return { text: isTextual(type.name) ? byCodePoint(cast) : cast, type };
}

export function isTextual(name: string): boolean {
  return name === 'text' || name === 'varchar' || name === 'bpchar' || name === 'name';
}

export function byCodePoint(text: string): string {
  return text.endsWith(codePoints) ? text : `(${text}${codePoints}`;
}

const codePoints = ' COLLATE "C")';

export function postgresConstant(type: SqlType, text: string | null, zone: string): Rendered | CannotRender {
  if (text === null) return { text: `CAST(NULL AS ${typeName({ name: textIfUnknown(type) })})`, type, constant: null };
  const read = readLiteral(type, text, zone);
  if ('refusal' in read) {
    // PostgreSQL keeps more digits than the engine of results.
    const isLong = type.name === 'numeric' && /^[+-]?\d{1,99}(?:\.\d{0,99})?(?:e[+-]?\d{1,3})?$/i.test(text.trim());
    return isLong
      ? { text: `CAST(${quoted(text.trim())} AS numeric)`, type, constant: text.trim() }
      : cannot(read.refusal, read.code);
  }
  const { value } = read;
  switch (type.name) {
    case 'bool':
      return { text: value, type, constant: value };
    case 'interval':
      return { text: intervalLiteral(value), type, constant: text };
    case 'int4':
      return { text: value.startsWith('-') ? `(${value})` : value, type, constant: value };
    default:
      if (value.includes('\0')) return cannot('a text has no NUL');
      return { text: `CAST(${quoted(value)} AS ${textIfUnknown(type)})`, type, constant: value };
  }
}

function textIfUnknown({ name }: SqlType): SqlType['name'] {
  return name === 'unknown' ? 'text' : name;
}

/** @param value as `months days microseconds`; each has its sign, since settings say what one sign is for */
function intervalLiteral(value: string): string {
  const [months = '0', days = '0', microseconds = '0'] = value.split(' ').map(signed);
  return `INTERVAL '${months} mons ${days} days ${microseconds} microseconds'`;
}

function signed(number: string): string {
  return number.startsWith('-') ? number : `+${number}`;
}

/** Months and days of an interval that is a constant, and its time. */
export function splitInterval({ text }: Rendered): { readonly calendar: string; readonly clock: string } | undefined {
  const parts = /^INTERVAL '([+-]\d+ mons [+-]\d+ days) ([+-]\d+ microseconds)'$/.exec(text);
  return parts ? { calendar: `INTERVAL '${parts[1]}'`, clock: `INTERVAL '${parts[2]}'` } : undefined;
}

/** Renders a cast that `canCast` has found. Values that depend on settings of the server's session are written out. */
export function postgresCast(
  operand: Rendered,
  to: SqlType,
  session: StatementSession,
  isWritten = false,
): Rendered | CannotRender {
  const isRead = operand.type.name === 'unknown' && operand.constant !== undefined;
  if (isRead && !isArrayName(to.name)) {
    // The fields of an interval decide what a number without a unit means.
    const type = to.name === 'interval' ? to : { name: to.name };
    const read = postgresConstant(type, operand.constant ?? null, session.zone);
    return 'cannot' in read ? read : withModifier(read, to, isWritten);
  }
  const [from, target] = [operand.type.name, to.name];
  if (findCast(from, target) === undefined) return cannot(`cannot cast type ${typeText(from)} to ${typeText(target)}`);
  const text = changed(operand, target, session);
  if (typeof text === 'object') return text;
  const value = { text, type: { name: target } };
  const isKept = operand.constant !== undefined && (from === target || (isTextual(from) && isTextual(target)));
  return withModifier({ ...value, ...(isKept ? { constant: operand.constant } : {}) }, to, isWritten);
}

function changed({ text, type }: Rendered, target: SqlType['name'], session: StatementSession): string | CannotRender {
  const from = type.name;
  if (from === target) return text;
  const zone = quoted(session.zone);
  if (from === 'timestamptz') {
    if (target === 'timestamp') return `timezone(${zone}, ${text})`;
    if (target === 'date' || target === 'time') return `CAST(timezone(${zone}, ${text}) AS ${target})`;
    return cannot(`${typeText(from)} is not shown as ${typeText(target)} there`);
  }
  if (target === 'timestamptz') {
    if (from === 'timestamp' || from === 'date') return `timezone(${zone}, CAST(${text} AS timestamp))`;
    return cannot(`${typeText(from)} is not read as ${typeText(target)} there`);
  }
  if (from === 'interval' && isTextual(target)) return cannot('intervals are not shown as text there');
  if (isArrayName(from) || isArrayName(target)) return cannot('arrays are not cast there');
  return `CAST(${text} AS ${target})`;
}

function withModifier(value: Rendered, to: SqlType, isWritten: boolean): Rendered | CannotRender {
  if (to.modifier === undefined) return { ...value, type: to };
  if (to.name === 'interval') {
    return value.constant === undefined
      ? cannot('fields of an interval type are not written there')
      : { ...value, type: to };
  }
  if (!isWritten) return cannot(`a length of ${typeText(to.name)} is not checked there`);
  return { text: `CAST(${value.text} AS ${typeName(to)})`, type: to };
}
