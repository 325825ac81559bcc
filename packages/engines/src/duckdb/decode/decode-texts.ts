import { type DuckDBEnumType, DuckDBTypeId } from '@duckdb/node-api';
import { blobText, type EncodedText, encodeText, putPlainText, putUtf8, textSource } from '../../value-text/index.ts';
import type { TextSpans } from '../../engine.ts';
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
        stored: {
          kind: 'utf8',
          textAt: valueAt,
          put: (sink, index) => {
            const at = index * WORDS;
            const length = textBytes(words, at);
            if (length <= INLINE_BYTES) return putUtf8(sink, source, at * 4 + 4, length);
            return (long as LongTexts).putUtf8(sink, index, length);
          },
          get spans(): TextSpans {
            return spansOf(bytes, words, count, { long, isValid });
          },
        },
      };
    },
  };
}

/** Bytes, which lie in memory as texts do. */
export const blobType: VectorType = {
  width: WORDS * 4,
  read: (bytes, count, isValid) => {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, count * WORDS);
    const long = longTexts(bytes, words, count, isValid);
    const bytesAt = (index: number): Uint8Array => {
      const at = index * WORDS;
      const length = textBytes(words, at);
      if (length > INLINE_BYTES) return (long as LongTexts).bytesAt(index, length); // there is one
      return bytes.subarray(at * 4 + 4, at * 4 + 4 + length);
    };
    return { valueAt: (index) => blobText(bytesAt(index)), stored: { kind: 'bytes', bytesAt } };
  },
};

/** A text as JSON, without its quotes. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Values that are behind pointers. */
function longIndexes(words: Int32Array, count: number, isValid: (index: number) => boolean): readonly number[] {
  const long: number[] = [];
  for (let index = 0; index < count; index += 1) {
    if (textBytes(words, index * WORDS) > INLINE_BYTES && isValid(index)) long.push(index);
  }
  return long;
}

interface LongSpans {
  readonly long: LongTexts | undefined;
  readonly isValid: (index: number) => boolean;
}

function longTexts(
  bytes: Uint8Array,
  words: Int32Array,
  count: number,
  isValid: (index: number) => boolean,
): LongTexts | undefined {
  const indexes = longIndexes(words, count, isValid);
  return indexes.length > 0 ? readLongTexts(bytes, words, indexes) : undefined;
}

function spansOf(bytes: Uint8Array, words: Int32Array, count: number, { long, isValid }: LongSpans): TextSpans {
  const [sourceOf, startOf, lengthOf] = [new Uint16Array(count), new Uint32Array(count), new Uint32Array(count)];
  for (let index = 0; index < count; index += 1) {
    startOf[index] = (index * WORDS + 1) * 4;
    lengthOf[index] = textBytes(words, index * WORDS);
  }
  const spans = { sources: [bytes], sourceOf, startOf, lengthOf };
  long?.enterSpans(spans, longIndexes(words, count, isValid));
  return spans;
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
  const plain: EncodedText[] = [];
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
        stored: {
          kind: 'utf8',
          textAt: (index) => wordAt(positions[index] as number),
          put: (sink, index) => {
            const position = positions[index] as number;
            if (wordAt(position).includes('\0')) return false;
            plain[position] ??= encodeText(wordAt(position));
            sink.putEncoded(plain[position]);
            return true;
          },
        },
      };
    },
  };
}
