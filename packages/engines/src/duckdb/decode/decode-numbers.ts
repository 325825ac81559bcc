import { doubleText, floatText, mostDecimals, putDecimal, putDouble, withPoint } from '../../value-text/index.ts';
import { int64Number, int64Text, int128Text, uint64Number, uint64Text, uint128Text } from './integer-text.ts';
import type { VectorType } from './values.ts';

interface NumberArray extends ArrayLike<number> {
  readonly BYTES_PER_ELEMENT: number;
}
export type ArrayView = (new (
  buffer: ArrayBufferLike,
  offset: number,
  length: number,
) => NumberArray) & {
  readonly BYTES_PER_ELEMENT: number;
};

/** Whole numbers of one element of a typed array each, in units of `10 ** -decimals`. */
function smallIntegers(view: ArrayView, decimals = 0): VectorType {
  return {
    width: view.BYTES_PER_ELEMENT,
    read: ({ buffer, byteOffset }, count) => {
      const units = Float64Array.from(new view(buffer, byteOffset, count));
      return exactNumbers(units, decimals, (index) => String(units[index]));
    },
  };
}

interface WideInteger {
  /** Number of 32-bit words. */
  readonly words: number;
  /** Digits of the integer that starts at `at`. */
  text(words: Int32Array, at: number): string;
  /** The same as a number; NaN where that is no safe integer. */
  number(words: Int32Array, at: number): number;
}

/** Whole numbers of several words each, in units of `10 ** -decimals`. */
function wideIntegers({ words: width, text, number }: WideInteger, decimals = 0): VectorType {
  return {
    width: width * 4,
    read: ({ buffer, byteOffset }, count) => {
      const words = new Int32Array(buffer, byteOffset, count * width);
      const units = new Float64Array(count);
      for (let index = 0; index < count; index += 1) units[index] = number(words, index * width);
      return exactNumbers(units, decimals, (index) => text(words, index * width));
    },
  };
}

/** @param digits of the unit count at an index; read where `units` holds NaN */
function exactNumbers(units: Float64Array, decimals: number, digits: (index: number) => string) {
  const valueAt = (index: number) => withPoint(digits(index), decimals);
  const stored = { kind: 'units', units, decimals, textAt: valueAt } as const;
  if (decimals > mostDecimals) return { valueAt, stored };
  return {
    valueAt,
    stored,
    write: (sink: Parameters<typeof putDecimal>[0], index: number) => {
      const value = units[index] as number; // one for each value
      if (Number.isNaN(value)) sink.putText(valueAt(index));
      else putDecimal(sink, value, decimals);
      return true;
    },
  };
}

const word = (words: Int32Array, at: number): number => words[at] as number; // callers stay inside

const int64: WideInteger = {
  words: 2,
  text: (words, at) => int64Text(word(words, at), word(words, at + 1)),
  number: (words, at) => int64Number(word(words, at), word(words, at + 1)),
};
const int128: WideInteger = {
  words: 4,
  text: (words, at) => int128Text(word(words, at), word(words, at + 1), word(words, at + 2), word(words, at + 3)),
  number: (words, at) => {
    const high = word(words, at + 1);
    const sign = high >> 31;
    const isSmall = word(words, at + 2) === sign && word(words, at + 3) === sign;
    return isSmall ? int64Number(word(words, at), high) : Number.NaN;
  },
};
const uint64: WideInteger = {
  words: 2,
  text: (words, at) => uint64Text(word(words, at), word(words, at + 1)),
  number: (words, at) => uint64Number(word(words, at), word(words, at + 1)),
};
const uint128: WideInteger = {
  words: 4,
  text: (words, at) => uint128Text(word(words, at), word(words, at + 1), word(words, at + 2), word(words, at + 3)),
  number: (words, at) => {
    const isSmall = word(words, at + 2) === 0 && word(words, at + 3) === 0;
    return isSmall ? uint64Number(word(words, at), word(words, at + 1)) : Number.NaN;
  },
};

export const int8Type = smallIntegers(Int8Array);
export const int16Type = smallIntegers(Int16Array);
export const int32Type = smallIntegers(Int32Array);
export const uint8Type = smallIntegers(Uint8Array);
export const uint16Type = smallIntegers(Uint16Array);
export const uint32Type = smallIntegers(Uint32Array);
export const int64Type = wideIntegers(int64);
export const int128Type = wideIntegers(int128);
export const uint64Type = wideIntegers(uint64);
export const uint128Type = wideIntegers(uint128);

/** They have only their texts: the shortest digits of a float are searched for. */
export const floatType: VectorType = {
  width: 4,
  read: ({ buffer, byteOffset }, count) => {
    const values = new Float32Array(buffer, byteOffset, count);
    const stored = { kind: 'singles', singles: values } as const;
    return { valueAt: (index) => floatText(values[index] as number), stored }; // `count` elements
  },
};

export const doubleType: VectorType = {
  width: 8,
  read: ({ buffer, byteOffset }, count) => {
    const values = new Float64Array(buffer, byteOffset, count);
    return {
      valueAt: (index) => doubleText(values[index] as number), // `count` elements
      write: (sink, index) => putDouble(sink, values[index] as number),
      stored: { kind: 'doubles', doubles: values },
    };
  },
};

/** DuckDB keeps a DECIMAL as an integer in the smallest type that holds its `width` digits. */
export function decimalType(width: number, scale: number): VectorType {
  if (width <= 4) return smallIntegers(Int16Array, scale);
  if (width <= 9) return smallIntegers(Int32Array, scale);
  return wideIntegers(width <= 18 ? int64 : int128, scale);
}
