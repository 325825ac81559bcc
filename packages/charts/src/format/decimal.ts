/** A number with all of its digits: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly units: bigint;
  /** Digits after the point, at least 0. */
  readonly scale: number;
}

const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/** @returns `undefined` for what is no finite decimal number, or has too many digits to write them out */
export function readDecimal(value: unknown): Decimal | undefined {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || text.length > 4_000) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = form.exec(text.trim()) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const units = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  return shift({ units, scale: fraction.length }, Number(exponent));
}

/** Multiplies by ten to the power of `places`. */
export function shift({ units, scale }: Decimal, places: number): Decimal {
  const left = scale - places;
  return left >= 0 ? { units, scale: left } : { units: units * 10n ** BigInt(-left), scale: 0 };
}

/** Rounds to that many digits after the point, halves away from zero. Negative `places` round before the point. */
export function round({ units, scale }: Decimal, places: number): Decimal {
  if (places >= scale) return { units: units * 10n ** BigInt(places - scale), scale: places };
  const divisor = 10n ** BigInt(scale - places);
  const half = units < 0n ? -divisor / 2n : divisor / 2n;
  const rounded = (units + half) / divisor;
  return places >= 0 ? { units: rounded, scale: places } : { units: rounded * 10n ** BigInt(-places), scale: 0 };
}

/** The power of ten of the first digit; 0 for zero. */
export function magnitudeOf({ units, scale }: Decimal): number {
  return units === 0n ? 0 : digitsOf(units).length - 1 - scale;
}

/** Rounds to that many significant digits. */
export function roundSignificant(decimal: Decimal, digits: number): Decimal {
  return round(decimal, digits - 1 - magnitudeOf(decimal));
}

export function withoutTrailingZeros({ units, scale }: Decimal): Decimal {
  let [left, places] = [units, scale];
  while (places > 0 && left % 10n === 0n) [left, places] = [left / 10n, places - 1];
  return { units: left, scale: places };
}

/** @returns the digits before and after the point, without the sign */
export function partsOf({ units, scale }: Decimal): { readonly whole: bigint; readonly fraction: string } {
  const digits = digitsOf(units).padStart(scale + 1, '0');
  return { whole: BigInt(digits.slice(0, digits.length - scale)), fraction: digits.slice(digits.length - scale) };
}

/** All digits of a number, as other programs read them. */
export function decimalText(decimal: Decimal): string {
  const { whole, fraction } = partsOf(decimal);
  return `${decimal.units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const digitsOf = (units: bigint): string => String(units < 0n ? -units : units);
