import { type DuckDBEnumType, DuckDBTypeId } from '@duckdb/node-api';
import { type EncodedText, encodeText, putPlainText, textSource } from '../../value-text/index.ts';
import type { ArrayView } from './decode-numbers.ts';
import { type LongTexts, readLongTexts, textBytes } from './long-texts.ts';
import { ShortTexts } from './short-texts.ts';
import type { VectorType } from './values.ts';

/**
 * A DuckDB string takes four words. The first is its length in bytes. A short string follows in up to 12 bytes, padded
 * with zeros. A longer string has its first 4 bytes there and then a pointer to all of them.
 */
const WORDS = 4;
const INLINE_BYTES = 12;

/** Makes the type of one column; it remembers short texts that were decoded across chunks. */
export function textType(): VectorType {
  let shortTexts: ShortTexts | undefined;
  return {
    width: WORDS * 4,
    read: (bytes, count, isValid) => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const source = textSource(bytes);
      const words = new Int32Array(bytes.buffer, bytes.byteOffset, count * WORDS);
      const long = longTexts(bytes, words, count, isValid);
      const valueAt = (index: number): string => {
        const at = index * WORDS;
        const length = textBytes(words, at);
        if (length > INLINE_BYTES) return (long as LongTexts).textAt(index, length); // there is one
        shortTexts ??= new ShortTexts();
        return shortTexts.read(buffer, words, at);
      };
      return {
        valueAt,
        write: (sink, index) => {
          const at = index * WORDS;
          const length = textBytes(words, at);
          const isWritten =
            length <= INLINE_BYTES
              ? putPlainText(sink, source, at * 4 + 4, length)
              : (long as LongTexts).put(sink, index, length);
          if (!isWritten) sink.putText(escaped(valueAt(index)));
          return true;
        },
      };
    },
  };
}

/** A text as JSON, without its quotes. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function longTexts(
  bytes: Uint8Array,
  words: Int32Array,
  count: number,
  isValid: (index: number) => boolean,
): LongTexts | undefined {
  const long: number[] = [];
  for (let index = 0; index < count; index += 1) {
    if (textBytes(words, index * WORDS) > INLINE_BYTES && isValid(index)) long.push(index);
  }
  return long.length > 0 ? readLongTexts(bytes, words, long) : undefined;
}

/** An ENUM value is a position in its list of words, in the smallest unsigned type that holds it. */
export function enumType({ values, internalTypeId }: DuckDBEnumType): VectorType {
  const view: ArrayView =
    internalTypeId === DuckDBTypeId.UTINYINT
      ? Uint8Array
      : internalTypeId === DuckDBTypeId.USMALLINT
        ? Uint16Array
        : Uint32Array;
  const encoded: EncodedText[] = []; // those that were written
  return {
    width: view.BYTES_PER_ELEMENT,
    read: ({ buffer, byteOffset }, count) => {
      const positions = new view(buffer, byteOffset, count);
      const wordAt = (position: number): string => values[position] as string; // DuckDB keeps positions of the list only
      return {
        valueAt: (index) => wordAt(positions[index] as number), // `count` elements
        write: (sink, index) => {
          const position = positions[index] as number;
          encoded[position] ??= encodeText(escaped(wordAt(position)));
          sink.putEncoded(encoded[position]);
          return true;
        },
      };
    },
  };
}
