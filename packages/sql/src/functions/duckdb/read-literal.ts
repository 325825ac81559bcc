import { shownLiteral } from '@orrery/kernel';
import type { SqlType } from '../../types/index.ts';
import { readInterval } from './read-interval.ts';
import { readTime, readZoned } from './read-time.ts';
import type { RefusedConstant } from './rendered.ts';

/** The text that PostgreSQL shows for a literal, or the reason why it is no value of the type. */
export type Literal =
  | { readonly value: string }
  | {
      readonly refusal: string;
      /** Present where PostgreSQL refuses the literal too. */
      readonly code?: RefusedConstant;
    };

const wholes = {
  int2: [-32768n, 32767n],
  int4: [-2147483648n, 2147483647n],
  int8: [-(2n ** 63n), 2n ** 63n - 1n],
} as const;
const words: Readonly<Record<string, readonly string[]>> = {
  true: ['t', 'tr', 'tru', 'true', 'y', 'ye', 'yes', 'on', '1'],
  false: ['f', 'fa', 'fal', 'fals', 'false', 'n', 'no', 'of', 'off', '0'],
};

/**
 * Reads a quoted literal as a value of a type. Forms of times that PostgreSQL reads only by its settings, and words like
 * `yesterday`, are refused.
 */
export function readLiteral(type: SqlType, text: string, zone: string): Literal {
  const trimmed = text.trim();
  switch (type.name) {
    case 'bool': {
      const word = trimmed.toLowerCase();
      const found = Object.keys(words).find((value) => words[value]?.includes(word));
      return found === undefined ? invalid('boolean', text) : { value: found };
    }
    case 'int2':
    case 'int4':
    case 'int8': {
      if (!/^[+-]?\d+$/.test(trimmed))
        return invalid({ int2: 'smallint', int4: 'integer', int8: 'bigint' }[type.name], text);
      const [least, most] = wholes[type.name];
      const digits = trimmed.replace(/^([+-]?)0+(?=\d)/, '$1').replace('+', '');
      const value = digits.length > 20 ? undefined : BigInt(digits); // longer ones take long to be read
      if (value !== undefined && value >= least && value <= most) return { value: String(value) };
      return outOfRange(`value "${shownLiteral(text)}" is out of range`);
    }
    case 'numeric':
      return readNumeric(trimmed, text);
    case 'float4':
    case 'float8': {
      const special = /^([+-]?)(nan|inf|infinity)$/i.exec(trimmed);
      if (special)
        return { value: special[2]?.toLowerCase() === 'nan' ? 'NaN' : `${special[1] === '-' ? '-' : ''}Infinity` };
      if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return invalid('double precision', text);
      return Number.isFinite(Number(trimmed))
        ? { value: trimmed }
        : outOfRange(`"${text}" is out of range for type double precision`);
    }
    case 'date':
    case 'time':
    case 'timestamp':
      return readTime(type.name, trimmed);
    case 'timestamptz':
      return readZoned(trimmed, zone);
    case 'interval':
      return readInterval(trimmed, type.modifier?.[0]);
    case 'oid':
    case 'xid':
      return /^\d{1,10}$/.test(trimmed) && Number(trimmed) < 2 ** 32
        ? { value: String(Number(trimmed)) }
        : invalid(type.name, text);
    case 'char':
      return { value: [...text][0] ?? '' };
    case 'uuid':
      return /^\{?[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\}?$/i.test(trimmed)
        ? {
            value: trimmed
              .toLowerCase()
              .replaceAll(/[{}-]/g, '')
              .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
          }
        : invalid('uuid', text);
    case 'text':
    case 'varchar':
    case 'bpchar':
    case 'name':
    case 'aclitem':
    case 'inet':
    case 'pg_node_tree':
    case 'unknown':
      return { value: text };
    default:
      return { refusal: `literals of type ${type.name} are not read` };
  }
}

function readNumeric(trimmed: string, text: string): Literal {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(trimmed);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (whole + fraction === '') return invalid('numeric', text);
  const shift = Number(exponent);
  const digits = `${whole}${fraction}`;
  const decimals = Math.max(fraction.length - shift, 0);
  if (decimals > 37 || digits.length + Math.max(shift - fraction.length, 0) > 60)
    return { refusal: `the numeric ${shownLiteral(text)} has more digits than are kept` };
  const long = digits.padEnd(digits.length + Math.max(shift - fraction.length, 0), '0').padStart(decimals + 1, '0');
  const point = long.length - decimals;
  const integer = long.slice(0, point).replace(/^0+(?=\d)/, '');
  const value = decimals > 0 ? `${integer}.${long.slice(point)}` : integer;
  if (value.replace('.', '').replace(/^0+/, '').length > 38)
    return { refusal: `the numeric ${shownLiteral(text)} has more digits than are kept` };
  return { value: sign === '-' && /[1-9]/.test(value) ? `-${value}` : value };
}

function outOfRange(refusal: string): Literal {
  return { refusal, code: 'sql.out-of-range' };
}

function invalid(type: string, text: string): Literal {
  return { refusal: `invalid input syntax for type ${type}: "${shownLiteral(text)}"`, code: 'sql.value' };
}
