import { type DuckDBEnumType, DuckDBTypeId } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { decodeWith } from './decode-numbers.ts';
import { type DecodeVector, decodeEach, type Value, vectorBytes } from './values.ts';

/**
 * A DuckDB string is four words: its length in bytes, then up to 12 bytes of it, filled with zeros;
 * a longer one has its first 4 bytes and a pointer to all of them.
 */
const INLINE_BYTES = 12;
const WORDS = 4;

/** Short texts repeat (cities, states, names): remembered by their words in so many slots. */
const SLOTS = 4096;

const WORD = 4_294_967_296;

/** Texts of a chunk by their address: vectors made from a dictionary repeat it. */
type LongTexts = Map<number, { readonly length: number; readonly text: string }>;

/** Makes the decoder of one column; it remembers short texts across chunks. */
export function textDecoder(): DecodeVector {
  const slotWords = new Int32Array(SLOTS * WORDS).fill(-1);
  const slotText = new Array<string>(SLOTS).fill('');
  return (vector, count) => {
    const bytes = vectorBytes(vector, count, WORDS * 4);
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, count * WORDS);
    const longTexts: LongTexts = new Map();
    return decodeEach(vector, count, (index): Value => {
      const at = index * WORDS;
      const [length, a, b, c] = [
        words[at] as number,
        words[at + 1] as number,
        words[at + 2] as number,
        words[at + 3] as number,
      ];
      if (length > INLINE_BYTES) return longText(bytes, at * 4, length, b, c, longTexts);
      const slot = hash(length, a, b, c) * WORDS;
      const isKnown =
        slotWords[slot] === length &&
        slotWords[slot + 1] === a &&
        slotWords[slot + 2] === b &&
        slotWords[slot + 3] === c;
      if (isKnown) return slotText[slot / WORDS] as string; // filled with its words
      const text = buffer.toString('utf8', at * 4 + 4, at * 4 + 4 + length);
      slotWords[slot] = length;
      slotWords[slot + 1] = a;
      slotWords[slot + 2] = b;
      slotWords[slot + 3] = c;
      slotText[slot / WORDS] = text;
      return text;
    });
  };
}

function longText(bytes: Uint8Array, at: number, length: number, low: number, high: number, known: LongTexts): string {
  const address = high * WORD + (low >>> 0); // 48 bits of the 64 are in use, so it is exact
  const before = known.get(address);
  if (before?.length === length) return before.text;
  // Vectors lie in plain memory of the driver, never in a SharedArrayBuffer.
  const data = duckdb.get_data_from_pointer(bytes.buffer as ArrayBuffer, bytes.byteOffset + at + 8, length);
  const text = Buffer.from(data.buffer, data.byteOffset, length).toString('utf8');
  known.set(address, { length, text });
  return text;
}

/** An ENUM is a position in its list of words, in the smallest unsigned type that holds it. */
export function enumDecoder({ values, internalTypeId }: DuckDBEnumType): DecodeVector {
  const wordAt = (position: number): string => values[position] as string; // DuckDB keeps positions of the list only
  if (internalTypeId === DuckDBTypeId.UTINYINT) return decodeWith(Uint8Array, wordAt);
  return decodeWith(internalTypeId === DuckDBTypeId.USMALLINT ? Uint16Array : Uint32Array, wordAt);
}

function hash(length: number, a: number, b: number, c: number): number {
  const mixed = Math.imul(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b) ^ length, 0x2c1b3c6d);
  return (mixed >>> 16) & (SLOTS - 1);
}
