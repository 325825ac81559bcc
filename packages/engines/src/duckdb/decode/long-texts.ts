import { isAscii } from 'node:buffer';
import duckdb from '@duckdb/node-bindings';
import { EngineError } from '../../engine.ts';

/**
 * Texts that are this near to each other are read with one call of the driver, which costs a microsecond. The bytes
 * between two of them can always be read: memory is mapped in pages of at least 4096 bytes, so a gap shorter than a
 * page lies in the pages of its two neighbours.
 */
const NEAR_BYTES = 1024;
const WORD = 4_294_967_296;

/**
 * Maximum size of the texts of one vector (at most 2048 rows), which are in memory together. A larger vector would take
 * the memory of everything else in the thread, and no answer may be that large.
 */
const MAX_BYTES = 128 * 1024 * 1024;

/** Size of the text whose four words begin at `at`: without a sign, because DuckDB has texts of up to 4 GB. */
export function textBytes(words: Int32Array, at: number): number {
  return (words[at] as number) >>> 0; // each value has four words
}

/** Position of the bytes of a text: the pointer to them is at byte `at` of the vector. */
interface TextPosition {
  readonly at: number;
  readonly address: number;
  readonly length: number;
}

/**
 * Reads the texts behind pointers, all those of a vector together.
 *
 * @param bytes memory of the vector, `words` the same in 32-bit words
 * @param indexes values that are behind pointers
 * @param put receives each of them
 * @throws EngineError `resource`
 */
export function readLongTexts(
  bytes: Uint8Array,
  words: Int32Array,
  indexes: readonly number[],
  put: (index: number, text: string) => void,
): void {
  const places = indexes.map((index) => place(words, index));
  requireRoom(places);
  const order = inOrderOfAddress(places);
  for (let from = 0; from < order.length; ) {
    const first = places[order[from] as number] as TextPosition; // `order` holds positions of `places`
    let end = first.address + first.length;
    let to = from + 1;
    for (; to < order.length; to += 1) {
      const next = places[order[to] as number] as TextPosition;
      if (next.address > end + NEAR_BYTES) break;
      end = Math.max(end, next.address + next.length);
    }
    const read = reader(bytes, first, end - first.address);
    for (; from < to; from += 1) {
      const position = order[from] as number;
      const { address, length } = places[position] as TextPosition;
      put(indexes[position] as number, read(address - first.address, length));
    }
  }
}

function place(words: Int32Array, index: number): TextPosition {
  const at = index * 4;
  const low = words[at + 2] as number; // four words for each value
  const high = words[at + 3] as number;
  return { at: at * 4 + 8, address: high * WORD + (low >>> 0), length: textBytes(words, at) }; // 48 bits are in use: exact
}

function requireRoom(places: readonly TextPosition[]): void {
  const bytes = places.reduce((sum, { length }) => sum + length, 0);
  if (bytes <= MAX_BYTES) return;
  const [most, size] = [MAX_BYTES, bytes].map((count) => Math.ceil(count / 2 ** 20));
  const rows = places.length === 1 ? 'one row' : `${places.length} rows`;
  const reason = `the texts of a column have ${size} MB in ${rows}, and at most ${most} MB can be read: select shorter texts`;
  throw new EngineError('resource', new Error(reason));
}

/** Positions in `places`. Texts made by one statement are mostly in order already. */
function inOrderOfAddress(places: readonly TextPosition[]): readonly number[] {
  const order = Array.from(places.keys());
  const addressAt = (position: number): number => (places[position] as TextPosition).address;
  const isSorted = order.every((position) => position === 0 || addressAt(position - 1) <= addressAt(position));
  return isSorted ? order : order.sort((a, b) => addressAt(a) - addressAt(b));
}

function reader(bytes: Uint8Array, first: TextPosition, length: number): (offset: number, length: number) => string {
  // Vectors lie in plain memory of the driver, never in a SharedArrayBuffer.
  const data = duckdb.get_data_from_pointer(bytes.buffer as ArrayBuffer, bytes.byteOffset + first.at, length);
  const buffer = Buffer.from(data.buffer, data.byteOffset, length);
  if (!isAscii(buffer)) return (offset, size) => buffer.toString('utf8', offset, offset + size);
  const all = buffer.toString('latin1');
  return (offset, size) => all.slice(offset, offset + size);
}
