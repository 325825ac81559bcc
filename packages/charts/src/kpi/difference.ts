import { type Column, type Value } from '../column.ts';
import { decimalText, kpiValue, readDecimal, round, specifierOf } from '../format/index.ts';
import { percentOf } from './percent.ts';

/** A change as text. */
export interface ChangeText {
  readonly text: string;
  /** `same` also where it is less than what the text shows of percent. */
  readonly direction: 'up' | 'down' | 'same';
}

export interface Difference {
  /** The difference as a percentage of the other number; absent where a percentage has no meaning. */
  readonly percent: ChangeText | undefined;
  /** The difference in the format of the column; in percentage points for a column of percentages. */
  readonly absolute: ChangeText;
}

/** Compares by all digits; doubles would lose those of large numbers. @returns `undefined` where one is no number */
export function differenceOf(
  value: Value,
  other: Value,
  column: Column,
  locale: string | undefined,
): Difference | undefined {
  const [now, before] = [readDecimal(value), readDecimal(other)];
  if (!now || !before) return undefined;
  const scale = Math.max(now.scale, before.scale);
  const [a, b] = [round(now, scale).units, round(before, scale).units];
  const absolute = { text: absoluteText({ units: a - b, scale }, column, locale), direction: directionOf(a - b) };
  if (b === 0n) return { percent: undefined, absolute };
  const size = b < 0n ? -b : b;
  const thousandths = round({ units: ((a - b) * 10_000n) / size, scale: 1 }, 0).units;
  const text = percentOf(Number(thousandths) / 1_000, { locale, signDisplay: 'exceptZero' });
  return { percent: { text, direction: directionOf(thousandths) }, absolute };
}

const directionOf = (units: bigint): ChangeText['direction'] => (units > 0n ? 'up' : units < 0n ? 'down' : 'same');

/** Writes its own sign, whatever sign the format writes. */
function absoluteText(difference: Parameters<typeof decimalText>[0], column: Column, locale: string | undefined) {
  const { units, scale } = difference;
  const isPercent = ['%', 'p'].includes(specifierOf(column).type);
  const shown = decimalText({ units: isPercent ? units * 100n : units, scale });
  const written = kpiValue(shown, differenceColumn(column), locale).trim();
  return `${units > 0n ? '+' : ''}${written}${isPercent ? ' pp' : ''}`;
}

const signs = /^((?:.?[<>=^])?)[+\-( ]/;

/** The column with a format that writes a plain minus, and no sign of percent. */
function differenceColumn(column: Column): Column {
  const format =
    column.format === 'percent' ? { type: 'custom-numeric' as const, value: ',.2~%', alias: 'percent' } : column.format;
  if (typeof format !== 'object' || format.type !== 'custom-numeric') return column;
  const value = format.value.replace(signs, '$1').replace(/%$/, 'f').replace(/p$/, 'r');
  return { ...column, format: { ...format, value } };
}
