import type { StoredValues } from '../../engine.ts';
import { dayText } from '../../value-text/index.ts';

const WORD = 4_294_967_296;
const INFINITE = 9_223_372_036_854_775_807n;
const MICROS = 1_000_000;
const MICROS_A_DAY = 86_400_000_000n;
/** Bytes of the time of day in what `dayText` returns. */
const CLOCK = '00:00:00.000'.length;

/** Microseconds of counts of units since 1970-01-01, of two words each. Finer digits are cut off. */
export function storedMicros(words: Int32Array, count: number, unitsASecond: number): StoredValues {
  const micros = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    micros[index] = safeMicros(words[index * 2] as number, words[index * 2 + 1] as number, unitsASecond);
  }
  const textAt = (index: number) => largeText(words[index * 2] as number, words[index * 2 + 1] as number, unitsASecond);
  return { kind: 'micros', micros, textAt };
}

/** NaN beyond 2^53, and for the infinities. */
function safeMicros(low: number, high: number, unitsASecond: number): number {
  if (unitsASecond > MICROS) return floorOfQuotient(low, high, unitsASecond / MICROS);
  if (high < -0x200000 || high >= 0x200000) return Number.NaN;
  const micros = (high * WORD + (low >>> 0)) * (MICROS / unitsASecond);
  return Number.isSafeInteger(micros) ? micros : Number.NaN;
}

/** Divides in two steps, each of safe integers. */
function floorOfQuotient(low: number, high: number, divisor: number): number {
  if ((high === 0x7fffffff || high === -0x80000000) && isInfinite(low, high)) return Number.NaN;
  const quotient = Math.floor(high / divisor);
  const micros = quotient * WORD + Math.floor(((high - quotient * divisor) * WORD + (low >>> 0)) / divisor);
  return Number.isSafeInteger(micros) ? micros : Number.NaN;
}

function isInfinite(low: number, high: number): boolean {
  const units = wide(low, high);
  return units === INFINITE || units === -INFINITE;
}

function wide(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

function largeText(low: number, high: number, unitsASecond: number): string {
  const units = wide(low, high);
  if (units === INFINITE) return 'infinity';
  if (units === -INFINITE) return '-infinity';
  const micros = floorDivide(units * BigInt(MICROS), BigInt(unitsASecond));
  const day = floorDivide(micros, MICROS_A_DAY);
  const rest = Number(micros - day * MICROS_A_DAY);
  const clock = new Date(Math.floor(rest / 1000)).toISOString().slice(11, 23);
  return dayText(Number(day)).slice(0, -CLOCK) + clock + String(rest % 1000).padStart(3, '0');
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor < 0n ? quotient - 1n : quotient;
}
