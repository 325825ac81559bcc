import { type Column, granularityOf, isMeasure, type Value } from '../column.ts';
import { readCivilTime, readGranularity } from './civil-time.ts';
import { hasOwnFormat, isWrittenOut, specifierOf } from './column-format.ts';
import {
  type Decimal,
  magnitudeOf,
  readDecimal,
  round,
  roundSignificant,
  shift,
  withoutTrailingZeros,
} from './decimal.ts';
import { formatNumber } from './format-number.ts';
import { formatTime, formatTimeBy } from './format-time.ts';
import { type LocaleNumbers, numbersOf } from './locale-numbers.ts';
import { isSoFar } from './so-far.ts';
import type { Specifier } from './specifier.ts';

/** Values that are there, but say nothing. */
const nothing = { measure: '–', dimension: '(none)', text: '(empty)' } as const;

export interface FormatterInput {
  /** BCP 47; absent or unknown: English. */
  readonly locale?: string | undefined;
  /** Values that are shown below each other: their numbers get the same decimals, their times the same parts. */
  readonly values?: Iterable<Value>;
}

/** How values of a column are shown. */
export type Formatter = (value: Value) => string;

/**
 * Makes the function that writes the values of a column, in the format of the model. Numbers keep their digits, times
 * the zone of their query.
 */
export function formatterOf(column: Column, { locale, values = [] }: FormatterInput = {}): Formatter {
  const write = writerOf(column, numbersOf(locale), [...values]);
  const absent = isMeasure(column) ? nothing.measure : nothing.dimension;
  return (value) => {
    if (value === null || value === undefined) return absent;
    if (value === '') return nothing.text;
    return write(value) ?? String(value);
  };
}

export function formatValue(value: Value, column: Column, locale?: string): string {
  return formatterOf(column, { locale, values: [value] })(value);
}

/** Writes the value as it came, with separators and all of its digits. */
export function exactValue(value: Value, column: Column, locale?: string): string {
  const decimal = column.type === 'number' ? readDecimal(value) : undefined;
  if (!decimal) return formatValue(value, { ...column, format: undefined, granularity: undefined }, locale);
  return formatNumber(
    decimal,
    { ...specifierOf({ name: '' }), precision: decimal.scale, isTrimmed: false },
    numbersOf(locale),
  );
}

const exponentOf: Readonly<Record<string, number>> = { k: 3, M: 6, B: 9, T: 12 };

/**
 * Writes a number with three digits at most (`1.2M`), for axes and numbers that stand alone. The unit of the format
 * stays; a format that somebody has written out is used as it is.
 */
export function compactValue(value: Value, column: Column, locale?: string): string {
  const decimal = column.type === 'number' ? readDecimal(value) : undefined;
  const specifier = specifierOf(column);
  const isShort = specifier.type === 's' || isWrittenOut(column) || column.format === 'percent';
  if (!decimal || isShort || isId(column)) return formatValue(value, column, locale);
  const magnitude = magnitudeOf(roundSignificant(decimal, 3));
  const [suffix = '', exponent = 0] =
    Object.entries(exponentOf).findLast(([, each]) => magnitude >= Math.max(each, 4)) ?? [];
  if (exponent === 0) return formatValue(value, column, locale);
  const short = withoutTrailingZeros(roundSignificant(shift(decimal, -exponent), 3));
  const shown = { ...specifier, precision: short.scale, isTrimmed: false };
  const numbers = numbersOf(locale);
  if (specifier.symbol !== '$') return formatNumber(short, shown, numbers) + suffix;
  const [before, after] = numbers.around(column.currency);
  const amount = formatNumber(short, { ...shown, symbol: '' }, numbers);
  const sign = /^[\u2212(]/.exec(amount)?.[0] ?? '';
  const closing = amount.endsWith(')') ? ')' : '';
  return sign + before + amount.slice(sign.length, amount.length - closing.length) + suffix + after + closing;
}

/** A number that stands alone: in the format of the model, else compact. */
export function kpiValue(value: Value, column: Column, locale?: string): string {
  return hasOwnFormat(column) ? formatValue(value, column, locale) : compactValue(value, column, locale);
}

function isId({ format }: Column): boolean {
  return typeof format === 'object' && format.type === 'custom-numeric' && format.alias === 'id';
}

function writerOf(
  column: Column,
  numbers: LocaleNumbers,
  values: readonly Value[],
): (value: NonNullable<Value>) => string | undefined {
  switch (column.type) {
    case 'number':
      return numberWriter(column, numbers, values);
    case 'time':
      return timeWriter(column, numbers.locale, values);
    default:
      return () => undefined;
  }
}

function numberWriter(column: Column, numbers: LocaleNumbers, values: readonly Value[]) {
  const specifier = specifierOf(column);
  const decimals = values.flatMap((value) => readDecimal(value) ?? []);
  const common = isWrittenOut(column) ? specifier : withCommonDecimals(specifier, decimals);
  return (value: NonNullable<Value>): string | undefined => {
    const decimal = readDecimal(value);
    if (!decimal) return typeof value === 'string' ? infinities.get(value) : undefined;
    const isLost = decimal.units !== 0n && common.type === 'f' && round(decimal, common.precision ?? 0).units === 0n;
    const isRoundable = hasOwnFormat(column) || !isLost;
    return formatNumber(
      decimal,
      isRoundable ? common : { ...common, type: 'r', precision: 3 },
      numbers,
      column.currency,
    );
  };
}

const infinities: ReadonlyMap<string, string> = new Map([
  ['Infinity', '∞'],
  ['-Infinity', '\u2212∞'],
]);

/** Decimals are one number for a column: as many as its values need, and for amounts of money all or none. */
function withCommonDecimals(specifier: Specifier, decimals: readonly Decimal[]): Specifier {
  const { type, precision = 0, symbol, isTrimmed } = specifier;
  if (!isTrimmed || (type !== 'f' && type !== '%')) return specifier;
  const needed = decimals.map((decimal) => {
    const shown = type === '%' ? shift(decimal, 2) : decimal;
    return withoutTrailingZeros(round(shown, precision)).scale;
  });
  const most = needed.reduce((left, right) => Math.max(left, right), 0);
  return { ...specifier, isTrimmed: false, precision: symbol === '$' && most > 0 ? precision : most };
}

function timeWriter(column: Column, locale: string, values: readonly Value[]) {
  const custom = typeof column.format === 'object' && column.format.type === 'custom-time' ? column.format.value : '';
  const times = values.flatMap((value) => readCivilTime(value) ?? []);
  const isDaysOnly = times.length > 0 && times.every((ms) => ms % 86_400_000 === 0);
  const inferred = times.length === 0 ? undefined : isDaysOnly ? 'day' : 'second';
  const granularity = readGranularity(granularityOf(column)) ?? inferred;
  return (value: NonNullable<Value>): string | undefined => {
    const ms = readCivilTime(value);
    if (ms === undefined) return undefined;
    const text = custom === '' ? formatTime(ms, granularity, locale) : formatTimeBy(custom, ms, locale);
    return isSoFar(column, value) ? `${text}, so far` : text;
  };
}
