import { findCast, isArrayName, type SqlType, type TypeName, typeText } from '../../types/index.ts';
import { readLiteral } from '../duckdb/read-literal.ts';
import { type CannotRender, cannot, isCannot, type Rendered, type Scale } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import type { StatementSession } from '../entry.ts';
import { dayOf, mysqlMoments } from './moments.ts';

/** Types whose values the server keeps as PostgreSQL does: booleans as 1 and 0, whole numbers in 64 bits. */
const castTypes: Readonly<Partial<Record<TypeName, string>>> = {
  int2: 'SIGNED',
  int4: 'SIGNED',
  int8: 'SIGNED',
  float8: 'DOUBLE',
  text: 'CHAR',
  varchar: 'CHAR',
  name: 'CHAR',
  unknown: 'CHAR',
  date: 'DATE',
  timestamp: 'DATETIME(6)',
};
/** Most digits behind the point of a decimal, on MySQL. */
export const mostDecimals = 30;

export function storedInMysql(text: string, type: SqlType): Rendered {
  if (type.name === 'bool') return { text: `(${text} <> 0)`, type };
  if (type.name === 'numeric') {
    const held = type.modifier?.[1] ?? 0;
    return { text: `CAST(${text} AS DECIMAL(65, ${held}))`, type, scale: { held, isShown: true } };
  }
  return { text: `CAST(${text} AS ${castTypes[type.name] ?? 'CHAR'})`, type };
}

export function mysqlConstant(type: SqlType, text: string | null, session: StatementSession): Rendered | CannotRender {
  const shown: SqlType['name'] = type.name;
  if (text === null) {
    const scale = shown === 'numeric' ? { scale: { held: 0, isShown: true } } : {};
    return castTypes[shown] || shown === 'bool' || shown === 'numeric'
      ? { text: nullOf(shown), type, constant: null, ...scale }
      : cannot(`${typeText(shown)} has no NULL there`);
  }
  const read = readLiteral(type, text, session.zone);
  if ('refusal' in read) return cannot(read.refusal, read.code);
  const { value } = read;
  const constant = (written: string): Rendered => ({ text: written, type, constant: value });
  switch (shown) {
    case 'bool':
      return constant(value.toUpperCase());
    case 'int2':
    case 'int4':
    case 'int8':
      return constant(signed(value));
    case 'numeric':
      return decimalConstant(type, value);
    case 'float8':
      return Number.isFinite(Number(value)) ? constant(`CAST(${quoted(value)} AS DOUBLE)`) : notKept(value);
    case 'date':
      return isOfCalendar(value) ? constant(`DATE ${quoted(value)}`) : notKept(value);
    case 'timestamp':
      return isOfCalendar(value) ? constant(`CAST(${quoted(value)} AS DATETIME(6))`) : notKept(value);
    case 'interval':
      return { text: `${quoted(value)}`, type, constant: value };
    case 'timestamptz':
      return mysqlMoments.of(value, session.zone);
    case 'text':
    case 'varchar':
    case 'name':
    case 'unknown':
      return value.includes('\0') ? notKept('NUL') : constant(quoted(value));
    default:
      return cannot(`${typeText(shown)} is not written there`);
  }
}

function nullOf(name: TypeName): string {
  if (name === 'bool') return 'NULL';
  return `CAST(NULL AS ${name === 'numeric' ? 'DECIMAL(65, 0)' : castTypes[name]})`;
}

function signed(value: string): string {
  return value.startsWith('-') ? `(${value})` : value;
}

function notKept(value: string): CannotRender {
  return cannot(`the value ${value} is beyond MySQL`);
}

/** Years of four digits: others read differently. */
function isOfCalendar(value: string): boolean {
  return /^[1-9]\d{3}-/.test(value);
}

function decimalConstant(type: SqlType, value: string): Rendered | CannotRender {
  const held = value.split('.')[1]?.length ?? 0;
  if (held > mostDecimals || value.length > 60) return notKept(value);
  return { text: signed(value), type, constant: value, scale: { held, isShown: true } };
}

/** A whole number is refused by the server where PostgreSQL has no room for it: the product has none either. */
export function fits(text: string, { name }: SqlType): string {
  const room = { int4: '4294967296', int2: '281474976710656' }[name as string];
  return room === undefined ? `(${text})` : `((${text}) * ${room} DIV ${room})`;
}

/** Fails where a condition holds, by a sum that the server has no room for. */
export function failing(condition: string): string {
  return `9223372036854775807 + (${condition})`;
}

export function mysqlCast(
  operand: Rendered,
  to: SqlType,
  session: StatementSession,
  isWritten = false,
): Rendered | CannotRender {
  const [from, target] = [operand.type.name, to.name];
  if ((from === 'unknown' && operand.constant !== undefined) || operand.constant === null) {
    // The fields of an interval decide what a number without a unit means.
    const read = mysqlConstant(target === 'interval' ? to : { name: target }, operand.constant ?? null, session);
    return isCannot(read) ? read : withModifier(read, to, isWritten);
  }
  if (from === target) return withModifier(operand, to, isWritten);
  if (findCast(from, target) === undefined || isArrayName(from) || isArrayName(target))
    return cannot(`cannot cast type ${typeText(from)} to ${typeText(target)}`);
  const changed = change(operand, { name: target }, session);
  return isCannot(changed) ? changed : withModifier(changed, to, isWritten);
}

function isWhole(name: string): boolean {
  return name === 'int2' || name === 'int4' || name === 'int8';
}

function isTextual(name: string): boolean {
  return name === 'text' || name === 'varchar' || name === 'name';
}

function change(operand: Rendered, to: SqlType, session: StatementSession): Rendered | CannotRender {
  const { text, constant } = operand;
  const [from, target] = [operand.type.name, to.name];
  const as = (written: string, scale?: Scale): Rendered => ({ text: written, type: to, ...(scale ? { scale } : {}) });
  const isNumber = isWhole(from) || from === 'numeric';
  if (constant && isNumber && (target === 'float8' || target === 'numeric' || (isWhole(from) && isWhole(target))))
    return mysqlConstant(to, constant, session);
  if (from === 'timestamptz') return mysqlMoments.local(operand, to, session.zone);
  if (isTextual(target)) return toText(operand, to);
  if (isTextual(from)) return fromText(operand, to);
  switch (target) {
    case 'int2':
    case 'int4':
    case 'int8':
      if (from === 'bool') return as(`CAST(${text} AS SIGNED)`);
      if (isWhole(from)) return as(fits(text, to));
      return from === 'numeric' || from === 'float8'
        ? as(fits(`CAST(ROUND(${text}) AS SIGNED)`, to))
        : other(from, target);
    case 'float8':
      return isNumber ? as(`CAST(${text} AS DOUBLE)`) : other(from, target);
    case 'numeric':
      return isWhole(from) ? as(text, { held: 0, isShown: true }) : other(from, target);
    case 'bool':
      return isWhole(from) ? as(`(${text} <> 0)`) : other(from, target);
    case 'date':
      return from === 'timestamp' ? as(dayOf(text)) : other(from, target);
    case 'timestamptz':
      return from === 'timestamp' || from === 'date' ? mysqlMoments.on(operand, to, session.zone) : other(from, target);
    case 'timestamp':
      return from === 'date' ? as(`CAST(${text} AS DATETIME(6))`) : other(from, target);
    default:
      return other(from, target);
  }
}

function other(from: TypeName, to: TypeName): CannotRender {
  return cannot(`MySQL has no cast of ${typeText(from)} to ${typeText(to)} that is PostgreSQL's`);
}

function toText({ text, type, scale, constant }: Rendered, to: SqlType): Rendered | CannotRender {
  const as = (written: string): Rendered => ({ text: written, type: to });
  switch (type.name) {
    case 'text':
    case 'varchar':
    case 'name':
    case 'unknown':
      return { text, type: to, ...(constant === undefined ? {} : { constant }) };
    case 'int2':
    case 'int4':
    case 'int8':
    case 'date':
      return as(`CAST(${text} AS CHAR)`);
    case 'bool':
      return as(`(CASE ${text} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)`);
    case 'numeric':
      return scale?.isShown
        ? as(`CAST(CAST(${text} AS DECIMAL(65, ${scale.held})) AS CHAR)`)
        : other(type.name, to.name);
    case 'timestamp':
      return as(`TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST(${text} AS DATETIME(6)) AS CHAR)))`);
    default:
      return other(type.name, to.name);
  }
}

/** Texts that both servers read alike; the server refuses the others that it does not read whole. */
function fromText({ text, type }: Rendered, to: SqlType): Rendered | CannotRender {
  const cast = (as: string, form: string) => {
    const trimmed = `TRIM(${text})`;
    return `(CASE WHEN ${trimmed} REGEXP ${quoted(form)} THEN CAST(${trimmed} AS ${as}) WHEN ${text} IS NOT NULL THEN ${failing(`${text} IS NOT NULL`)} END)`;
  };
  switch (to.name) {
    case 'int2':
    case 'int4':
    case 'int8':
      return { text: fits(cast('SIGNED', '^[-+]?[0-9]{1,18}\\z'), to), type: to };
    case 'float8':
      return { text: cast('DOUBLE', '^[-+]?[0-9]+([.][0-9]*)?([eE][-+]?[0-9]{1,3})?\\z'), type: to };
    default:
      return other(type.name, to.name);
  }
}

function withModifier(value: Rendered, to: SqlType, isWritten: boolean): Rendered | CannotRender {
  const { modifier } = to;
  if (modifier === undefined) return { ...value, type: to };
  const [first = 0, second = 0] = modifier;
  if (to.name === 'varchar' && isWritten) return { text: `LEFT(${value.text}, ${first})`, type: to };
  if (to.name === 'numeric' && second >= 0 && second <= mostDecimals)
    return {
      text: `CAST(${value.text} AS DECIMAL(${first}, ${second}))`,
      type: to,
      scale: { held: second, isShown: true },
    };
  if (to.name === 'interval' && value.constant !== undefined) return { ...value, type: to };
  return cannot(`the length of ${typeText(to.name)} is not applied there`);
}
