import { type DuckDBEnumType, DuckDBTypeId } from '@duckdb/node-api';
import { decodeWith } from './decode-numbers.ts';
import { readLongTexts, textBytes } from './long-texts.ts';
import { ShortTexts } from './short-texts.ts';
import { type DecodeVector, decodeEach, vectorBytes } from './values.ts';

/**
 * A DuckDB string takes four words. The first is its length in bytes. A short string follows in up to 12 bytes, padded
 * with zeros. A longer string has its first 4 bytes there and then a pointer to all of them.
 */
const WORDS = 4;
const INLINE_BYTES = 12;

/** Makes the decoder of one column; it remembers short texts across chunks. */
export function textDecoder(): DecodeVector {
  const shortTexts = new ShortTexts();
  return (vector, count) => {
    const bytes = vectorBytes(vector, count, WORDS * 4);
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, count * WORDS);
    const long: number[] = [];
    const values = decodeEach(vector, count, (index) => {
      const at = index * WORDS;
      if (textBytes(words, at) <= INLINE_BYTES) return shortTexts.read(buffer, words, at);
      long.push(index);
      return '';
    });
    if (long.length > 0) {
      readLongTexts(bytes, words, long, (index, text) => {
        values[index] = text;
      });
    }
    return values;
  };
}

/** An ENUM value is a position in its list of words, in the smallest unsigned type that holds it. */
export function enumDecoder({ values, internalTypeId }: DuckDBEnumType): DecodeVector {
  const wordAt = (position: number): string => values[position] as string; // DuckDB keeps positions of the list only
  if (internalTypeId === DuckDBTypeId.UTINYINT) return decodeWith(Uint8Array, wordAt);
  return decodeWith(internalTypeId === DuckDBTypeId.USMALLINT ? Uint16Array : Uint32Array, wordAt);
}
