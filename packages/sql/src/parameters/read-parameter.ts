import { shownLiteral } from '@orrery/kernel';
import { readLiteral } from '../functions/index.ts';
import { StatementRefused } from '../refusal.ts';
import { isArrayName, type SqlType } from '../types/index.ts';
import { readBinary } from './read-binary.ts';

/** A parameter as Bind has it. */
export interface WireParameter {
  readonly bytes: Uint8Array | null;
  readonly isBinary: boolean;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a parameter to PostgreSQL's text form of its type.
 *
 * @param number from 1 @throws StatementRefused for bytes that are no value of the type: codes `sql.value` (22P02),
 * `sql.binary-value` (22P03), `sql.encoding` (22021), `sql.out-of-range` (22003), `sql.time-value` (22007),
 * `sql.time-range` (22008)
 */
export function readParameter(
  type: SqlType,
  { bytes, isBinary }: WireParameter,
  number: number,
  zone: string,
): string | null {
  if (bytes === null) return null;
  const text = isBinary ? readBinary(type.name, bytes, number) : readText(bytes);
  return isArrayName(type.name) ? requireArray(text) : valueText(type, text, zone);
}

function readText(bytes: Uint8Array): string {
  try {
    const text = utf8.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    throw wrong('sql.encoding', 'invalid byte sequence for encoding "UTF8"');
  }
  throw wrong('sql.encoding', 'invalid byte sequence for encoding "UTF8": 0x00');
}

/** A zone behind a date, which drivers send, is ignored as in PostgreSQL. */
const zoneBehindDate = /^\s*(\d{4,}-\d{1,2}-\d{1,2})\s*(?:Z|[+-]\d{2}(?::?\d{2}){0,2})\s*$/i;

function valueText(type: SqlType, text: string, zone: string): string {
  switch (type.name) {
    case 'text':
    case 'varchar':
    case 'bpchar':
    case 'name':
    case 'unknown':
      return text;
    case 'regclass':
    case 'regnamespace':
    case 'regproc':
    case 'regrole':
    case 'regtype':
      return text; // a name, which is sought where it stands
    case 'json':
    case 'jsonb':
      return requireJson(type.name, text);
    case 'bytea':
      return requireBytes(text);
    case 'date':
    case 'timestamp':
      return read(type, zoneBehindDate.exec(text)?.[1] ?? text, zone);
    case 'interval':
    case 'timestamptz':
      read(type, text, zone); // it is read again where it stands, with the zone of the statement
      return text;
    default:
      return read(type, text, zone);
  }
}

function read(type: SqlType, text: string, zone: string): string {
  const found = readLiteral(type, text, zone);
  if ('value' in found) return found.value;
  throw wrong(found.code ?? 'sql.value', found.refusal);
}

function requireJson(name: string, text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw wrong('sql.value', `invalid input syntax for type ${name}`);
  }
}

function requireBytes(text: string): string {
  if (/^\\x(?:[\da-f]{2}\s*)*$/i.test(text)) return text;
  if (!text.startsWith('\\x') && /^(?:[^\\]|\\\\|\\[0-3][0-7]{2})*$/s.test(text)) return text;
  throw wrong('sql.value', 'invalid input syntax for type bytea');
}

function requireArray(text: string): string {
  if (/^\s*\{.*\}\s*$/s.test(text)) return text;
  throw wrong('sql.value', `malformed array literal: "${shownLiteral(text)}"`);
}

function wrong(code: string, message: string): StatementRefused {
  return new StatementRefused({ kind: 'Post-Processing Error', code, message });
}
