import { doubleText, floatText, withPoint } from '../../value-text/index.ts';
import { int64Text, int128Text, uint64Text, uint128Text } from './integer-text.ts';
import { type DecodeVector, decodeEach, vectorBytes } from './values.ts';

interface NumberArray {
  readonly [index: number]: number;
}
type ArrayView = new (
  buffer: ArrayBufferLike,
  offset: number,
  length: number,
) => NumberArray & { readonly BYTES_PER_ELEMENT: number };

/** Values that fit one element of a typed array. */
export function decodeWith(
  view: ArrayView & { readonly BYTES_PER_ELEMENT: number },
  text: (value: number) => string | null,
): DecodeVector {
  return (vector, count) => {
    const bytes = vectorBytes(vector, count, view.BYTES_PER_ELEMENT);
    const values = new view(bytes.buffer, bytes.byteOffset, count);
    return decodeEach(vector, count, (index) => text(values[index] as number)); // `count` elements
  };
}

/** Values of several 32-bit words; `text` reads those that start at `at`. */
export function decodeWords(width: number, text: (words: Int32Array, at: number) => string | null): DecodeVector {
  return (vector, count) => {
    const bytes = vectorBytes(vector, count, width * 4);
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, count * width);
    return decodeEach(vector, count, (index) => text(words, index * width));
  };
}

const word = (words: Int32Array, at: number): number => words[at] as number; // callers stay inside

const int64At = (words: Int32Array, at: number) => int64Text(word(words, at), word(words, at + 1));
const int128At = (words: Int32Array, at: number) =>
  int128Text(word(words, at), word(words, at + 1), word(words, at + 2), word(words, at + 3));

export const decodeInt8 = decodeWith(Int8Array, String);
export const decodeInt16 = decodeWith(Int16Array, String);
export const decodeInt32 = decodeWith(Int32Array, String);
export const decodeUint8 = decodeWith(Uint8Array, String);
export const decodeUint16 = decodeWith(Uint16Array, String);
export const decodeUint32 = decodeWith(Uint32Array, String);
export const decodeFloat = decodeWith(Float32Array, floatText);
export const decodeDouble = decodeWith(Float64Array, doubleText);
export const decodeInt64 = decodeWords(2, int64At);
export const decodeInt128 = decodeWords(4, int128At);
export const decodeUint64 = decodeWords(2, (words, at) => uint64Text(word(words, at), word(words, at + 1)));
export const decodeUint128 = decodeWords(4, (words, at) =>
  uint128Text(word(words, at), word(words, at + 1), word(words, at + 2), word(words, at + 3)),
);

/** DuckDB keeps a DECIMAL as an integer in the smallest type that holds its `width` digits. */
export function decodeDecimal(width: number, scale: number): DecodeVector {
  if (width <= 4) return decodeWith(Int16Array, (value) => withPoint(String(value), scale));
  if (width <= 9) return decodeWith(Int32Array, (value) => withPoint(String(value), scale));
  if (width <= 18) return decodeWords(2, (words, at) => withPoint(int64At(words, at), scale));
  return decodeWords(4, (words, at) => withPoint(int128At(words, at), scale));
}
