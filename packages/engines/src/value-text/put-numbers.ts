import type { ByteSink } from './byte-sink.ts';
import { doubleText } from './double-text.ts';

const ZERO = 48;
const POINT = 46;
const MINUS = 45;

/** Whole numbers below it are written in one go. */
const SMALL = 100_000_000;
const SMALL_DIGITS = 8;
const POWERS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
/** Number of bytes that a number of this file takes at most: a sign, a point and 16 digits, and zeros before them. */
const MOST_BYTES = 24;

/** Decimals that `putDecimal` writes. */
export const mostDecimals = 15;

/** Writes `units / 10 ** decimals` with all its decimals. @param units a safe integer @param decimals up to 15 */
export function putDecimal(sink: ByteSink, units: number, decimals: number): void {
  sink.reserve(MOST_BYTES);
  const { bytes } = sink;
  let at = sink.end;
  let rest = units;
  if (rest < 0) {
    bytes[at] = MINUS;
    at += 1;
    rest = -rest;
  }
  if (decimals === 0) {
    sink.end = putWhole(bytes, at, rest);
    return;
  }
  const one = POWERS[decimals] as number; // up to 15
  let whole = Math.floor(rest / one);
  let fraction = rest - whole * one;
  if (fraction < 0) {
    // the quotient was rounded up
    whole -= 1;
    fraction += one;
  }
  at = putWhole(bytes, at, whole);
  bytes[at] = POINT;
  sink.end = putPadded(bytes, at + 1, fraction, decimals);
}

/** Doubles that are written without `doubleText` have up to so many decimals, and at most 15 digits. */
const SHORT_DECIMALS = [2, 4] as const;
const MOST_UNITS = 1e15;

/**
 * Writes a number like `doubleText`; returns false, without writing, where that is `null`.
 *
 * No two decimals of up to 15 digits are the same double. So a double that equals one of them has its digits as the
 * shortest ones, once zeros at their end are left out.
 */
export function putDouble(sink: ByteSink, value: number): boolean {
  if (Number.isSafeInteger(value)) {
    putDecimal(sink, value, 0);
    return true;
  }
  for (const decimals of SHORT_DECIMALS) {
    const one = POWERS[decimals] as number;
    const units = Math.round(value * one);
    if (units / one !== value || Math.abs(units) >= MOST_UNITS) continue;
    putDecimal(sink, units, decimals);
    trimZeros(sink);
    return true;
  }
  const text = doubleText(value);
  if (text === null) return false;
  sink.putText(text);
  return true;
}

/** Removes zeros at the end of a number with a point, and a point at its end. */
export function trimZeros(sink: ByteSink): void {
  const { bytes } = sink;
  let { end } = sink;
  while (bytes[end - 1] === ZERO) end -= 1;
  if (bytes[end - 1] === POINT) end -= 1;
  sink.end = end;
}

/** @param value not negative @returns the position after it */
function putWhole(bytes: Uint8Array, at: number, value: number): number {
  if (value < SMALL) return putPadded(bytes, at, value, digitsOf(value));
  const high = Math.floor(value / SMALL); // exact: the quotient differs from a whole number by more than half a step
  const after = putPadded(bytes, at, high, digitsOf(high));
  return putSmall(bytes, after, value - high * SMALL, SMALL_DIGITS);
}

function putPadded(bytes: Uint8Array, at: number, value: number, digits: number): number {
  if (digits <= SMALL_DIGITS) return putSmall(bytes, at, value, digits);
  const high = Math.floor(value / SMALL);
  const after = putSmall(bytes, at, high, digits - SMALL_DIGITS);
  return putSmall(bytes, after, value - high * SMALL, SMALL_DIGITS);
}

/** @param value below `SMALL` */
function putSmall(bytes: Uint8Array, at: number, value: number, digits: number): number {
  const end = at + digits;
  let rest = value | 0;
  for (let position = end - 1; position >= at; position -= 1) {
    const next = (rest / 10) | 0;
    bytes[position] = ZERO + rest - next * 10;
    rest = next;
  }
  return end;
}

function digitsOf(value: number): number {
  if (value < 10_000) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  return value < 10_000_000 ? 7 : 8;
}
