import { type SqlType, type TypeName, typeText } from '../../types/index.ts';
import { readLiteral } from '../duckdb/read-literal.ts';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import type { StatementSession } from '../entry.ts';
import { clickhouseMoments } from './moments.ts';
import { keepsReading, quotedText, timeConstant } from './readings.ts';

/** Types whose values are PostgreSQL's. Days and times are those from 1900 to 2299. */
export const clickhouseTypes: Readonly<Partial<Record<TypeName, string>>> = {
  bool: 'Bool',
  int2: 'Int16',
  int4: 'Int32',
  int8: 'Int64',
  float8: 'Float64',
  text: 'String',
  varchar: 'String',
  unknown: 'String',
  date: 'Date32',
  timestamp: "DateTime64(6, 'UTC')",
};

/** Most digits behind the point of a decimal. */
export const mostDecimals = 30;

const constantText =
  /^(?:true|false|toInt(?:16|32|64)\(-?\d+\)|toFloat64\('[^']*'\)|toDecimal256\('[^']*', \d+\)|toDate32\('[^']*'\)|fromUnixTimestamp64Micro\(toInt64\(-?\d+\), 'UTC'\)|'(?:[^'\\]|''|\\\\)*')$/;

/** Whether an expression is a constant that is written here, and no NULL. */
export function isConstant(text: string): boolean {
  return constantText.test(text);
}

export function isNull(text: string): boolean {
  return /^CAST\(NULL AS [\w(), ']+\)$/.test(text);
}

export function clickhouseConstant(
  type: SqlType,
  text: string | null,
  session: StatementSession,
): Rendered | CannotRender {
  if (text === null) return nullOf(type);
  const read = readLiteral(type, text, session.zone);
  if ('refusal' in read) return cannot(read.refusal, read.code);
  const { value } = read;
  const constant = (written: string): Rendered => ({ text: written, type, constant: value });
  switch (type.name) {
    case 'bool':
      return constant(value);
    case 'int2':
    case 'int4':
    case 'int8':
      return constant(`to${clickhouseTypes[type.name]}(${value})`);
    case 'numeric':
      return decimalConstant(type, value);
    case 'float8':
      return doubleConstant(type, value);
    case 'date':
      return keepsReading(value) ? constant(`toDate32('${value}')`) : notKept(value);
    case 'timestamp':
      return keepsReading(value) ? constant(timeConstant(value)) : notKept(value);
    case 'interval':
      return constant(quotedText(value));
    case 'timestamptz':
      return clickhouseMoments.of(value, session.zone);
    case 'text':
    case 'varchar':
    case 'unknown':
      return value.includes('\0') ? notKept('NUL') : constant(quotedText(value));
    default:
      return cannot(`${typeText(type.name)} is not written for ClickHouse`);
  }
}

function nullOf(type: SqlType): Rendered | CannotRender {
  const isDecimal = type.name === 'numeric';
  const name = isDecimal ? 'Decimal(76, 0)' : clickhouseTypes[type.name];
  if (name === undefined) return cannot(`${typeText(type.name)} has no NULL in ClickHouse`);
  const scale = isDecimal ? { scale: { held: 0, isShown: true } } : {};
  return { text: `CAST(NULL AS Nullable(${name}))`, type, constant: null, ...scale };
}

function notKept(value: string): CannotRender {
  return cannot(`the value ${value} is beyond ClickHouse`);
}

function decimalConstant(type: SqlType, value: string): Rendered | CannotRender {
  const held = value.split('.')[1]?.length ?? 0;
  if (held > mostDecimals) return notKept(value);
  return { text: `toDecimal256('${value}', ${held})`, type, constant: value, scale: { held, isShown: true } };
}

/** The shortest digits that mean the double, which the server reads exactly. */
function doubleConstant(type: SqlType, value: string): Rendered | CannotRender {
  const special = { NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' }[value];
  const number = Number(value);
  if (special === undefined && number === 0 && /[1-9]/.test(value.replace(/e.*/i, ''))) return notKept(value);
  return { text: `toFloat64('${special ?? String(number)}')`, type, constant: value };
}
