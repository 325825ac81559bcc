import { dayText, instantText, putDay, putInstant } from '../../value-text/index.ts';
import { infiniteDay, type StoredValues } from '../../engine.ts';
import { storedMicros } from './stored-micros.ts';
import type { VectorType } from './values.ts';

const INFINITE = 9_223_372_036_854_775_807n;

/** Infinite dates and timestamps are no point in time and become `null`. */
export const dateType: VectorType = {
  width: 4,
  read: ({ buffer, byteOffset }, count) => {
    const days = new Int32Array(buffer, byteOffset, count);
    const isInfinite = (day: number) => day === infiniteDay || day === -infiniteDay;
    return {
      valueAt: (index) => {
        const day = days[index] as number; // `count` elements
        return isInfinite(day) ? null : dayText(day);
      },
      write: (sink, index) => {
        const day = days[index] as number;
        if (isInfinite(day)) return false;
        putDay(sink, day);
        return true;
      },
      stored: { kind: 'days', days },
    };
  },
};

/** A count of units since 1970-01-01 in 64 bits, cut to milliseconds. */
function timestampType(unitsASecond: number): VectorType {
  return {
    width: 8,
    read: ({ buffer, byteOffset }, count) => {
      const words = new Int32Array(buffer, byteOffset, count * 2);
      const msAt = (index: number) => msOf(words[index * 2] as number, words[index * 2 + 1] as number, unitsASecond);
      return {
        valueAt: (index) => {
          const ms = msAt(index);
          return Number.isNaN(ms) ? null : instantText(ms);
        },
        write: (sink, index) => {
          const ms = msAt(index);
          if (Number.isNaN(ms)) return false;
          putInstant(sink, ms);
          return true;
        },
        get stored(): StoredValues {
          return storedMicros(words, count, unitsASecond);
        },
      };
    },
  };
}

/** Whole milliseconds; NaN for the infinities. */
function msOf(low: number, high: number, unitsASecond: number): number {
  if (high < -0x200000 || high >= 0x200000)
    return largeTimestamp((BigInt(high) << 32n) | BigInt(low >>> 0), unitsASecond);
  const units = high * 4_294_967_296 + (low >>> 0);
  const unitsAMs = unitsASecond / 1000;
  return unitsAMs <= 1 ? units / unitsAMs : (units - floorRemainder(units, unitsAMs)) / unitsAMs;
}

/** Beyond 2^53 units, where doubles have gaps. */
function largeTimestamp(units: bigint, unitsASecond: number): number {
  if (units === INFINITE || units === -INFINITE) return Number.NaN;
  const scaled = units * 1000n;
  const divisor = BigInt(unitsASecond);
  const remainder = scaled % divisor;
  return Number((scaled - (remainder < 0n ? remainder + divisor : remainder)) / divisor);
}

function floorRemainder(value: number, divisor: number): number {
  const remainder = value % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

export const timestampSType = timestampType(1);
export const timestampMsType = timestampType(1000);
export const timestampUsType = timestampType(1_000_000);
export const timestampNsType = timestampType(1_000_000_000);
