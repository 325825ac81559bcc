import { type ByteSink, withoutExponent } from '../../value-text/index.ts';
import { wireValueError } from './wire-value-error.ts';

/** Signs of the binary form. */
const [POSITIVE, NEGATIVE, NAN, INFINITE, MINUS_INFINITE] = [0x0000, 0x4000, 0xc000, 0xd000, 0xf000];
/** Number of decimals that PostgreSQL sends with an infinity. */
const INFINITE_DECIMALS = 32;
const [ZERO, POINT, MINUS] = [48, 46, 45];
/** Decimal digits of one digit of the binary form. */
const GROUP = 4;
const BASE = 10_000;
/** The largest number of decimals that a binary numeric may have. */
const MOST_DECIMALS = 0x3fff;
const PLAIN = /^-?\d+(?:\.\d+)?$/;
const EXPONENT = /^[+-]?\d+(?:\.\d*)?e[+-]?\d{1,4}$/i;

/** Decimals of a numeric by its modifier; 0 for one without. */
export function shownDecimals(typmod: number): number {
  if (typmod < 4) return 0;
  const scale = (typmod - 4) & 0x7ff;
  return scale > 1000 ? 0 : scale; // 11 bits with a sign: places before the point have no decimals
}

/**
 * All digits of a number, at least with so many decimals: `3` is `3.00`. Digits are never cut off.
 *
 * @param text digits, perhaps with an exponent, or NaN or an infinity
 */
export function numericText(text: string, decimals: number): string {
  const plain = PLAIN.test(text) ? text : unusualNumber(text);
  if (decimals === 0 || plain.endsWith('y') || plain === 'NaN') return plain;
  const point = plain.indexOf('.');
  if (point < 0) return `${plain}.${'0'.repeat(decimals)}`;
  return plain + '0'.repeat(Math.max(0, decimals - (plain.length - point - 1)));
}

function unusualNumber(text: string): string {
  if (EXPONENT.test(text)) {
    const unsigned = text.replace(/^\+/, '');
    const isNegative = unsigned.startsWith('-');
    const digits = withoutExponent(isNegative ? unsigned.slice(1) : unsigned).replace(/^0+(?=\d)/, '');
    return isNegative ? `-${digits}` : digits;
  }
  const sign = text.startsWith('-') ? '-' : '';
  switch (text.toLowerCase().replace(/^[+-]/, '')) {
    case 'nan':
      return 'NaN';
    case 'inf':
    case 'infinity':
      return `${sign}Infinity`;
    default:
      throw wireValueError('number', 'it is not written as one');
  }
}

/** Writes the binary form of `numericText`. */
export function putBinaryNumeric(sink: ByteSink, plain: string): void {
  if (plain === 'NaN') return putHead(sink, 0, 0, NAN, 0);
  if (plain === 'Infinity') return putHead(sink, 0, 0, INFINITE, INFINITE_DECIMALS);
  if (plain === '-Infinity') return putHead(sink, 0, 0, MINUS_INFINITE, INFINITE_DECIMALS);
  const isNegative = plain.charCodeAt(0) === MINUS;
  const begin = isNegative ? 1 : 0;
  const found = plain.indexOf('.');
  const point = found < 0 ? plain.length : found;
  const decimals = found < 0 ? 0 : plain.length - found - 1;
  if (decimals > MOST_DECIMALS) throw wireValueError('numeric', `it has more than ${MOST_DECIMALS} decimals`);
  // Groups are counted from the point; the first and the last one are filled with zeros.
  const wholeGroups = Math.ceil((point - begin) / GROUP);
  const groups = wholeGroups + Math.ceil(decimals / GROUP);
  const digits = new Uint16Array(groups);
  for (let at = begin; at < plain.length; at += 1) {
    const unit = plain.charCodeAt(at);
    if (unit === POINT) continue;
    const place = at < point ? wholeGroups * GROUP - (point - at) : wholeGroups * GROUP + (at - point - 1);
    const group = Math.floor(place / GROUP);
    digits[group] = (digits[group] as number) + (unit - ZERO) * 10 ** (GROUP - 1 - (place - group * GROUP)); // its own
  }
  putDigits(sink, digits, wholeGroups - 1, isNegative, decimals);
}

/** Leaves out digits of zero at both ends. @param weight of the first digit */
function putDigits(sink: ByteSink, digits: Uint16Array, weight: number, isNegative: boolean, decimals: number): void {
  let [from, to] = [0, digits.length];
  while (from < to && digits[from] === 0) from += 1;
  while (to > from && digits[to - 1] === 0) to -= 1;
  if (from === to) return putHead(sink, 0, 0, POSITIVE, decimals);
  if (weight - from > 0x7fff) throw wireValueError('numeric', 'it has too many digits');
  putHead(sink, to - from, weight - from, isNegative ? NEGATIVE : POSITIVE, decimals);
  sink.reserve((to - from) * 2);
  for (let index = from; index < to; index += 1) {
    sink.view.setUint16(sink.end, digits[index] as number); // before `to`
    sink.end += 2;
  }
}

/** Digits of a number of units: a double without fraction has at most five, and decimals may be split over one more. */
const scratch = new Uint16Array(6);
const POWERS = [1, 10, 100, 1000] as const;

/** Writes the binary form of `units / 10 ** decimals`. @param units a safe integer, at most 12 digits where it is split */
export function putBinaryUnits(sink: ByteSink, units: number, decimals: number): void {
  const isNegative = units < 0;
  // The last digit holds the decimals of a group, filled with zeros.
  const missing = (GROUP - (decimals % GROUP)) % GROUP;
  let rest = Math.abs(units) * (POWERS[missing] as number); // up to three
  let from = scratch.length;
  while (rest > 0) {
    const next = Math.floor(rest / BASE);
    from -= 1;
    scratch[from] = rest - next * BASE;
    rest = next;
  }
  const count = scratch.length - from;
  let to: number = scratch.length;
  while (to > from && scratch[to - 1] === 0) to -= 1;
  if (from === to) return putHead(sink, 0, 0, POSITIVE, decimals);
  const weight = count - 1 - Math.ceil(decimals / GROUP);
  sink.reserve(8 + (to - from) * 2);
  putHead(sink, to - from, weight, isNegative ? NEGATIVE : POSITIVE, decimals);
  for (let index = from; index < to; index += 1) {
    sink.view.setUint16(sink.end, scratch[index] as number);
    sink.end += 2;
  }
}

/** Units below it may be given to `putBinaryUnits` with any number of decimals. */
export const mostBinaryUnits = 1e12;

function putHead(sink: ByteSink, count: number, weight: number, sign: number, decimals: number): void {
  sink.reserve(8);
  const { view, end } = sink;
  view.setInt16(end, count);
  view.setInt16(end + 2, weight);
  view.setUint16(end + 4, sign);
  view.setInt16(end + 6, decimals);
  sink.end = end + 8;
}
