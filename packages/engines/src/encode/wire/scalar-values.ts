import { withoutExponent } from '../../value-text/index.ts';
import { wireValueError } from './wire-value-error.ts';

/** Whole numbers that a type holds. */
const RANGES = {
  int2: [-0x8000n, 0x7fffn],
  int4: [-0x8000_0000n, 0x7fff_ffffn],
  int8: [-0x8000_0000_0000_0000n, 0x7fff_ffff_ffff_ffffn],
  oid: [0n, 0xffff_ffffn],
} as const;

export type IntegerForm = keyof typeof RANGES;

/** @throws EngineError where a number is not whole, or larger than its type allows: it is never rounded */
export function readWireInteger(text: string, form: IntegerForm): bigint {
  const plain = /e/i.test(text) ? withoutExponent(text) : text;
  const [, digits] = /^(-?\d+)(?:\.0*)?$/.exec(plain) ?? [];
  if (digits === undefined) throw wireValueError(form, 'it is not a whole number');
  const value = BigInt(digits);
  const [least, most] = RANGES[form];
  if (value < least || value > most) throw wireValueError(form, 'it is out of range');
  return value;
}

const LIMITS = { int2: [-0x8000, 0x7fff], int4: [-0x8000_0000, 0x7fff_ffff], oid: [0, 0xffff_ffff] } as const;

/** The same of a safe integer. */
export function requireInRange(value: number, form: IntegerForm): number {
  if (form === 'int8') return value;
  const [least, most] = LIMITS[form];
  if (value >= least && value <= most) return value;
  throw wireValueError(form, Number.isNaN(value) ? 'it is not a whole number' : 'it is out of range');
}

export function readWireTruth(text: string): boolean {
  switch (text) {
    case 'true':
    case 't':
    case '1':
      return true;
    case 'false':
    case 'f':
    case '0':
      return false;
    default:
      throw wireValueError('boolean', 'it is neither true nor false');
  }
}

/** `NaN` and the infinities have several spellings. */
export function readDouble(text: string): number {
  const value = Number(text);
  if (text !== '' && !Number.isNaN(value)) return value;
  switch (text.toLowerCase().replace(/^[+-]/, '')) {
    case 'nan':
      return Number.NaN;
    case 'inf':
    case 'infinity':
      return text.startsWith('-') ? -Infinity : Infinity;
    default:
      throw wireValueError('number', 'it is not written as one');
  }
}

/** PostgreSQL has no texts with a zero byte: no client could read what follows it. */
export function refuseZeros(text: string): string {
  if (text.includes('\0')) throw wireValueError('text', 'it has a zero byte, which texts of PostgreSQL cannot have');
  return text;
}

const ESCAPE = /\\x([0-9A-Fa-f]{2})/g;

/** The bytes of `A\x00\xFF`. */
export function blobBytes(text: string): Buffer {
  return Buffer.from(
    text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

export function uuidBytes(text: string): Buffer {
  const hex = text.replaceAll('-', '').replace(/^\{(.*)\}$/, '$1');
  if (!/^[0-9a-f]{32}$/i.test(hex)) throw wireValueError('uuid', 'it is not written as one');
  return Buffer.from(hex, 'hex');
}
