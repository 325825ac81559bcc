import { findCast, isArrayName, type SqlType, type TypeName, typeText } from '../../types/index.ts';
import { readLiteral } from '../duckdb/read-literal.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import type { StatementSession } from '../entry.ts';
import { decimal, decimalOf, fitted } from './decimals.ts';
import { trinoMoments } from './moments.ts';
import { failing, once } from './once.ts';

/** Types whose values the server keeps as PostgreSQL does. */
const castTypes: Readonly<Partial<Record<TypeName, string>>> = {
  bool: 'BOOLEAN',
  int2: 'SMALLINT',
  int4: 'INTEGER',
  int8: 'BIGINT',
  float8: 'DOUBLE',
  text: 'VARCHAR',
  varchar: 'VARCHAR',
  name: 'VARCHAR',
  unknown: 'VARCHAR',
  date: 'DATE',
  timestamp: 'TIMESTAMP(6)',
};

/** A time in UTC, whatever its type. Digits behind the microseconds are cut: a cast would round them into the next day. */
const storedTime = `CASE WHEN CAST($1 AS TIMESTAMP(6)) > $1
 THEN CAST(regexp_replace(CAST($1 AS VARCHAR), '[0-9]{6}\\z') AS TIMESTAMP(6)) ELSE CAST($1 AS TIMESTAMP(6)) END`.replaceAll(
  '\n',
  '',
);

export function storedInTrino(text: string, type: SqlType): Rendered {
  switch (type.name) {
    case 'numeric': {
      const [digits = 38, held = 0] = type.modifier ?? [];
      return decimal(text, type, { digits: Math.min(digits, 38), held });
    }
    case 'timestamp': {
      const inUtc = `CAST(CAST(${text} AS TIMESTAMP(12) WITH TIME ZONE) AT TIME ZONE 'UTC' AS TIMESTAMP(12))`;
      const cut = once(storedTime, [{ text: inUtc, type }]);
      return { text: isCannot(cut) ? inUtc : cut, type };
    }
    default:
      return { text: `CAST(${text} AS ${castTypes[type.name] ?? 'VARCHAR'})`, type };
  }
}

export function trinoConstant(type: SqlType, text: string | null, session: StatementSession): Rendered | CannotRender {
  const { name } = type;
  if (text === null) {
    if (name === 'numeric') return { ...decimal('NULL', type, { digits: 1, held: 0 }), constant: null };
    return castTypes[name]
      ? { text: `CAST(NULL AS ${castTypes[name]})`, type, constant: null }
      : cannot(`${typeText(name)} has no NULL in Trino`);
  }
  const read = readLiteral(type, text, session.zone);
  if ('refusal' in read) return cannot(read.refusal, read.code);
  const { value } = read;
  const constant = (written: string): Rendered => ({ text: written, type, constant: value });
  switch (name) {
    case 'bool':
      return constant(value.toUpperCase());
    case 'int2':
    case 'int4':
    case 'int8':
      return constant(`${castTypes[name]} ${quoted(value)}`);
    case 'numeric': {
      const [whole = '', decimals = ''] = value.replace('-', '').split('.');
      const digits = { digits: Math.max(whole.replace(/^0+/, '').length + decimals.length, 1), held: decimals.length };
      return digits.digits > 38 ? notKept(value) : { ...decimal(quoted(value), type, digits), constant: value };
    }
    case 'float8':
      return Number.isFinite(Number(value)) ? constant(`DOUBLE ${quoted(value)}`) : notKept(value);
    case 'date':
      return isOfCalendar(value) ? constant(`DATE ${quoted(value)}`) : notKept(value);
    case 'timestamp': {
      const [clock = '', fraction = ''] = value.split('.');
      return isOfCalendar(value)
        ? constant(`TIMESTAMP ${quoted(`${clock}.${fraction.padEnd(6, '0')}`)}`)
        : notKept(value);
    }
    case 'interval':
      return constant(quoted(value));
    case 'timestamptz':
      return trinoMoments.of(value, session.zone);
    case 'text':
    case 'varchar':
    case 'name':
    case 'unknown':
      return value.includes('\0') ? notKept('NUL') : constant(quoted(value));
    default:
      return cannot(`${typeText(name)} is not written for Trino`);
  }
}

function notKept(value: string): CannotRender {
  return cannot(`the value ${value} is beyond Trino`);
}

/** Years of four digits: others read differently. */
function isOfCalendar(value: string): boolean {
  return /^\d{4}-/.test(value);
}

export function trinoCast(
  operand: Rendered,
  to: SqlType,
  session: StatementSession,
  isWritten = false,
): Rendered | CannotRender {
  const [from, target] = [operand.type.name, to.name];
  if ((from === 'unknown' && operand.constant !== undefined) || operand.constant === null) {
    // The fields of an interval decide what a number without a unit means.
    const read = trinoConstant(target === 'interval' ? to : { name: target }, operand.constant ?? null, session);
    return isCannot(read) ? read : withModifier(read, to, isWritten);
  }
  if (from === target) return withModifier(operand, to, isWritten);
  if (findCast(from, target) === undefined || isArrayName(from) || isArrayName(target))
    return cannot(`cannot cast type ${typeText(from)} to ${typeText(target)}`);
  const changed = change(operand, { name: target }, session);
  return isCannot(changed) ? changed : withModifier(changed, to, isWritten);
}

function isWhole(name: string): name is 'int2' | 'int4' | 'int8' {
  return name === 'int2' || name === 'int4' || name === 'int8';
}

function isTextual(name: string): boolean {
  return name === 'text' || name === 'varchar' || name === 'name';
}

/** PostgreSQL rounds half of a whole to the even one. */
export const roundedHalf = `CASE WHEN $1 - floor($1) < 5e-1 THEN floor($1) WHEN $1 - floor($1) > 5e-1 THEN floor($1) + 1
 WHEN floor($1) % 2 = 0 THEN floor($1) ELSE floor($1) + 1 END`.replaceAll('\n', '');

/** Digits that a division of a whole number by a power of ten keeps exactly. */
const exactDigits = 15;

function change(operand: Rendered, to: SqlType, session: StatementSession): Rendered | CannotRender {
  const { text, constant } = operand;
  const [from, target] = [operand.type.name, to.name];
  const as = (written: string | CannotRender): Rendered | CannotRender =>
    isCannot(written) ? written : { text: written, type: to };
  const isNumber = isWhole(from) || from === 'numeric';
  if (constant && isNumber && (target === 'float8' || target === 'numeric' || (isWhole(from) && isWhole(target))))
    return trinoConstant(to, constant, session);
  if (from === 'timestamptz') return trinoMoments.local(operand, to, session.zone);
  if (isTextual(target)) return toText(operand, to);
  if (isTextual(from)) return fromText(operand, to);
  switch (target) {
    case 'int2':
    case 'int4':
    case 'int8':
      if (from === 'float8') return as(once(`CAST(${roundedHalf} AS ${castTypes[target]})`, [operand]));
      return isNumber || from === 'bool' ? as(`CAST(${text} AS ${castTypes[target]})`) : other(from, target);
    case 'float8': {
      if (!isNumber) return other(from, target);
      const isLong = from === 'numeric' && decimalOf(operand).digits > exactDigits;
      return as(`CAST(${isLong ? `CAST(${text} AS VARCHAR)` : text} AS DOUBLE)`);
    }
    case 'numeric':
      return isWhole(from) ? decimal(text, to, decimalOf(operand)) : other(from, target);
    case 'bool':
      return isWhole(from) ? as(`(${text} <> 0)`) : other(from, target);
    case 'date':
      return from === 'timestamp' ? as(`CAST(${text} AS DATE)`) : other(from, target);
    case 'timestamptz':
      return from === 'timestamp' || from === 'date' ? trinoMoments.on(operand, to, session.zone) : other(from, target);
    case 'timestamp':
      return from === 'date' ? as(`CAST(${text} AS TIMESTAMP(6))`) : other(from, target);
    default:
      return other(from, target);
  }
}

function other(from: TypeName, to: TypeName): CannotRender {
  return cannot(`Trino has no cast of ${typeText(from)} to ${typeText(to)} that is PostgreSQL's`);
}

/** The years that both show alike. */
const yearsShown = (text: string) =>
  `CASE WHEN year($1) < 1 OR year($1) > 9999
 THEN ${failing('this time is shown in years from 1 to 9999 only')} ELSE ${text} END`.replaceAll('\n', '');

/** A value of the server's own as a text; undefined for types that it shows in other ways. */
export function shownInTrino({ text, type }: Rendered): string | CannotRender | undefined {
  switch (type.name) {
    case 'text':
    case 'varchar':
    case 'name':
    case 'unknown':
      return text;
    case 'int2':
    case 'int4':
    case 'int8':
    case 'bool':
      return `CAST(${text} AS VARCHAR)`;
    case 'date':
      return once(yearsShown('CAST($1 AS VARCHAR)'), [{ text, type }]);
    case 'timestamp':
      return once(yearsShown("regexp_replace(CAST($1 AS VARCHAR), '[.]?0+\\z')"), [{ text, type }]);
    default:
      return undefined;
  }
}

function toText(operand: Rendered, to: SqlType): Rendered | CannotRender {
  const { type, scale, constant } = operand;
  if (type.name === 'numeric')
    return scale?.isShown ? { text: `CAST(${fitted(operand)} AS VARCHAR)`, type: to } : other(type.name, to.name);
  const shown = shownInTrino(operand);
  if (shown === undefined) return other(type.name, to.name);
  if (isCannot(shown)) return shown;
  const isKept = constant !== undefined && (isTextual(type.name) || type.name === 'unknown');
  return { text: shown, type: to, ...(isKept ? { constant } : {}) };
}

const blank = '[ \\t\\n\\r\\f\\x0B]';
const noNumber = `WHEN $1 IS NOT NULL THEN ${failing('invalid input syntax for a number')}`;
const trimmed = `regexp_replace($1, '${blank}+')`;

/** Texts that both servers read alike; others fail. */
function fromText(operand: Rendered, to: SqlType): Rendered | CannotRender {
  const [type, isFloat] = [castTypes[to.name], to.name === 'float8'];
  if (!isWhole(to.name) && !isFloat) return other(operand.type.name, to.name);
  const form = isFloat ? '([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?' : '[0-9]+';
  const isNumber = `regexp_like($1, '\\A${blank}*[-+]?${form}${blank}*\\z')`;
  const value = `CAST(${trimmed} AS ${type})`;
  const isLost = `is_infinite(${value}) OR ${value} = 0 AND regexp_like($1, '\\A[^eE]*[1-9]')`;
  const checked = isFloat ? `CASE WHEN ${isLost} THEN ${failing('out of range')} ELSE ${value} END` : value;
  const text = once(`CASE WHEN ${isNumber} THEN ${checked} ${noNumber} END`, [operand]);
  return isCannot(text) ? text : { text, type: to };
}

function withModifier(value: Rendered, to: SqlType, isWritten: boolean): Rendered | CannotRender {
  const { modifier } = to;
  if (modifier === undefined) return { ...value, type: to };
  const [first = 0, second = 0] = modifier;
  if (to.name === 'varchar' && isWritten) return { text: `substr(${value.text}, 1, ${first})`, type: to };
  if (to.name === 'numeric' && second >= 0 && second <= first && first <= 38)
    return decimal(value.text, to, { digits: first, held: second });
  if (to.name === 'interval' && value.constant !== undefined) return { ...value, type: to };
  return cannot(`the length of ${typeText(to.name)} is not applied in Trino`);
}
