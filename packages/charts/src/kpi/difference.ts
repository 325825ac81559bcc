import { type Column, type Value } from '../column.ts';
import { decimalText, kpiValue, readDecimal, round } from '../format/index.ts';

export interface Difference {
  /** In percent of the other number; absent where that says nothing. */
  readonly percent: string | undefined;
  /** In the format of the column. */
  readonly absolute: string;
  /** `same` also where it is less than what `percent` shows. */
  readonly direction: 'up' | 'down' | 'same';
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
  const written = kpiValue(decimalText({ units: a - b, scale }), column, locale);
  const absolute = a > b ? `+${written}` : written;
  if (b === 0n) return { percent: undefined, absolute, direction: directionOf(a) };
  const size = b < 0n ? -b : b;
  const thousandths = round({ units: ((a - b) * 10_000n) / size, scale: 1 }, 0).units;
  return {
    percent: percentOf(Number(thousandths) / 1_000, { locale, signDisplay: 'exceptZero' }),
    absolute,
    direction: directionOf(thousandths),
  };
}

const directionOf = (units: bigint): Difference['direction'] => (units > 0n ? 'up' : units < 0n ? 'down' : 'same');

export function percentOf(
  share: number,
  {
    locale,
    signDisplay = 'auto',
  }: { readonly locale: string | undefined; readonly signDisplay?: 'auto' | 'exceptZero' },
): string {
  const format = { style: 'percent', signDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, format).format(share).replace('-', '−');
}
