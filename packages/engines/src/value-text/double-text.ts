import { withPoint } from './decimal-text.ts';

/**
 * The shortest digits that parse back to the same double, without an exponent: `1e21` is `1000000000000000000000`. NaN
 * and the infinities have no digits and become `null`, because JSON cannot write them either.
 */
export function doubleText(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  return withoutExponent(String(value));
}

/** Like `doubleText`, with the shortest digits of a 32-bit float: `0.1`, not `0.10000000149011612`. */
export function floatText(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  if (Number.isInteger(value)) return withoutExponent(String(value));
  for (let digits = 1; digits < 9; digits += 1) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return withoutExponent(String(candidate));
  }
  return withoutExponent(String(Number(value.toPrecision(9)))); // 9 digits tell any two floats apart
}

/** Writes all digits of a number: `1.5e2` and `1.5E+2` are `150`. */
export function withoutExponent(text: string): string {
  const at = text.search(/e/i);
  if (at < 0) return text;
  const [whole = '', fraction = ''] = text.slice(0, at).split('.');
  const shift = Number(text.slice(at + 1)) - fraction.length;
  return shift >= 0 ? `${whole}${fraction}${'0'.repeat(shift)}` : withPoint(`${whole}${fraction}`, -shift);
}
