import { decodeWith, decodeWords } from './decode-numbers.ts';
import { dayText, instantText } from './time-text.ts';
import type { DecodeVector } from './values.ts';

const INFINITE_DAY = 2_147_483_647;
const INFINITE = 9_223_372_036_854_775_807n;

/** Infinite dates and timestamps are no point in time and become `null`. */
export const decodeDate: DecodeVector = decodeWith(Int32Array, (day) =>
  Math.abs(day) === INFINITE_DAY ? null : dayText(day),
);

/** A count of units since 1970-01-01 in 64 bits, cut to milliseconds. */
function decodeTimestamp(unitsASecond: number): DecodeVector {
  const unitsAMs = unitsASecond / 1000;
  return decodeWords(2, (words, at) => {
    const low = words[at] as number; // two words each
    const high = words[at + 1] as number;
    if (high < -0x200000 || high >= 0x200000)
      return largeTimestamp((BigInt(high) << 32n) | BigInt(low >>> 0), unitsASecond);
    const units = high * 4_294_967_296 + (low >>> 0);
    return instantText(unitsAMs <= 1 ? units / unitsAMs : (units - floorRemainder(units, unitsAMs)) / unitsAMs);
  });
}

/** Beyond 2^53 units, where doubles have gaps. */
function largeTimestamp(units: bigint, unitsASecond: number): string | null {
  if (units === INFINITE || units === -INFINITE) return null;
  const scaled = units * 1000n;
  const divisor = BigInt(unitsASecond);
  const remainder = scaled % divisor;
  return instantText(Number((scaled - (remainder < 0n ? remainder + divisor : remainder)) / divisor));
}

function floorRemainder(value: number, divisor: number): number {
  const remainder = value % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

export const decodeTimestampS = decodeTimestamp(1);
export const decodeTimestampMs = decodeTimestamp(1000);
export const decodeTimestampUs = decodeTimestamp(1_000_000);
export const decodeTimestampNs = decodeTimestamp(1_000_000_000);
