import { type Decimal, magnitudeOf, partsOf, round, roundSignificant, shift, withoutTrailingZeros } from './decimal.ts';
import type { LocaleNumbers } from './locale-numbers.ts';
import type { Specifier } from './specifier.ts';

/** A true minus: hyphens break lines and are too short. */
const minus = '\u2212';
const prefixes = ['y', 'z', 'a', 'f', 'p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
const defaultPrecision = 6;
const radixes: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16, X: 16 };

interface WrittenDecimal {
  readonly decimal: Decimal;
  readonly suffix: string;
}

/** Writes a number with all the digits that its format asks for: no digit passes through floating point. */
export function formatNumber(
  value: Decimal,
  specifier: Specifier,
  numbers: LocaleNumbers,
  currency?: string | undefined,
): string {
  const { type, isTrimmed, isGrouped, symbol, sign } = specifier;
  const { decimal, suffix } = write(value, specifier);
  const shown = isTrimmed ? withoutTrailingZeros(decimal) : decimal;
  const { whole, fraction } = partsOf(shown);
  const radix = radixes[type];
  const text = radix === undefined ? numbers.write(whole, fraction, isGrouped) : inRadix(whole, type, radix);
  const isNegative = shown.units < 0n || (sign === '+' && value.units < 0n);
  const [before, after] = symbol === '$' ? numbers.around(currency) : [symbol === '#' ? prefixOf(type) : '', ''];
  const [opening, closing] = signs(sign, isNegative);
  return pad(opening + before, text, suffix + after + closing, specifier);
}

function write(value: Decimal, { type, precision }: Specifier): WrittenDecimal {
  const digits = Math.max(1, precision ?? (type === '' ? 12 : defaultPrecision));
  switch (type) {
    case 'f':
      return { decimal: round(value, precision ?? defaultPrecision), suffix: '' };
    case '%':
      return { decimal: round(shift(value, 2), precision ?? defaultPrecision), suffix: '%' };
    case 'p':
      return { decimal: roundSignificant(shift(value, 2), digits), suffix: '%' };
    case 's':
      return writePrefixed(roundSignificant(value, digits), digits);
    case 'e':
      return writeExponent(roundSignificant(value, (precision ?? defaultPrecision) + 1), precision ?? defaultPrecision);
    case 'g':
    case '': {
      const rounded = roundSignificant(value, digits);
      const magnitude = magnitudeOf(rounded);
      const isPlain = magnitude >= -7 && magnitude < (type === '' ? 21 : digits);
      return isPlain ? { decimal: rounded, suffix: '' } : writeExponent(rounded, digits - 1);
    }
    case 'r':
      return { decimal: roundSignificant(value, digits), suffix: '' };
    default:
      return { decimal: round(value, 0), suffix: '' };
  }
}

function writePrefixed(rounded: Decimal, digits: number): WrittenDecimal {
  const magnitude = magnitudeOf(rounded);
  const step = Math.max(-8, Math.min(8, Math.floor(magnitude / 3)));
  const shifted = shift(rounded, -3 * step);
  const places = Math.max(0, digits - 1 - (magnitude - 3 * step));
  return { decimal: round(shifted, places), suffix: prefixes[step + 8] ?? '' };
}

function writeExponent(rounded: Decimal, places: number): WrittenDecimal {
  const magnitude = magnitudeOf(rounded);
  const sign = magnitude < 0 ? minus : '+';
  return { decimal: round(shift(rounded, -magnitude), places), suffix: `e${sign}${Math.abs(magnitude)}` };
}

const inRadix = (whole: bigint, type: string, radix: number): string =>
  type === 'X' ? whole.toString(radix).toUpperCase() : whole.toString(radix);

const prefixOf = (type: string): string => (type in radixes ? `0${type.toLowerCase()}` : '');

function signs(sign: string, isNegative: boolean): readonly [string, string] {
  if (isNegative) return sign === '(' ? ['(', ')'] : [minus, ''];
  return [sign === '+' ? '+' : sign === ' ' ? ' ' : '', ''];
}

function pad(before: string, text: string, after: string, { width, fill, align }: Specifier): string {
  const padding = fill.repeat(Math.max(0, width - before.length - text.length - after.length));
  switch (align) {
    case '<':
      return before + text + after + padding;
    case '=':
      return before + padding + text + after;
    case '^':
      return padding.slice(0, padding.length >> 1) + before + text + after + padding.slice(padding.length >> 1);
    default:
      return padding + before + text + after;
  }
}
