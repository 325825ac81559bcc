import { isAscii } from 'node:buffer';
import duckdb from '@duckdb/node-bindings';
import { EngineError, type TextSpans } from '../../engine.ts';
import { type ByteSink, putPlainText, putUtf8, type TextSource, textSource } from '../../value-text/index.ts';

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

interface EnteredSpans extends TextSpans {
  readonly sources: Uint8Array[];
}

/** The texts of a vector that are behind pointers, in memory of their own. */
export class LongTexts {
  readonly #regions: readonly Region[];
  /** Position of each text: its region, and where it begins there. */
  readonly #regionOf: Uint16Array;
  readonly #startOf: Uint32Array;

  constructor(regions: readonly Region[], regionOf: Uint16Array, startOf: Uint32Array) {
    this.#regions = regions;
    this.#regionOf = regionOf;
    this.#startOf = startOf;
  }

  textAt(index: number, length: number): string {
    const start = this.#startOf[index] as number; // callers know the texts
    return this.#region(index).text(start, length);
  }

  /** See `putPlainText`. */
  put(sink: ByteSink, index: number, length: number): boolean {
    return putPlainText(sink, this.#region(index).source, this.#startOf[index] as number, length);
  }

  /** See `putUtf8`. */
  putUtf8(sink: ByteSink, index: number, length: number): boolean {
    return putUtf8(sink, this.#region(index).source, this.#startOf[index] as number, length);
  }

  bytesAt(index: number, length: number): Uint8Array {
    const start = this.#startOf[index] as number;
    return this.#region(index).source.bytes.subarray(start, start + length);
  }

  /** Enters the places of the texts; their sources follow one that is there. */
  enterSpans({ sources, sourceOf, startOf }: EnteredSpans, indexes: readonly number[]): void {
    for (const { source } of this.#regions) sources.push(source.bytes);
    for (const index of indexes) {
      sourceOf[index] = (this.#regionOf[index] as number) + 1;
      startOf[index] = this.#startOf[index] as number;
    }
  }

  #region(index: number): Region {
    return this.#regions[this.#regionOf[index] as number] as Region;
  }
}

/** Memory with texts that are near to each other. */
class Region {
  readonly source: TextSource;
  readonly #buffer: Buffer;
  /** All of it, once a text was decoded; `null` where a byte is not one character. */
  #all: string | null | undefined;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
    // Not a Buffer, so that loops over texts see one class.
    this.source = textSource(new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength));
  }

  text(start: number, length: number): string {
    if (this.#all === undefined) this.#all = isAscii(this.#buffer) ? this.#buffer.toString('latin1') : null;
    const end = start + length;
    return this.#all === null ? this.#buffer.toString('utf8', start, end) : this.#all.slice(start, end);
  }
}

/**
 * Reads the texts behind pointers, all those of a vector together.
 *
 * @param bytes memory of the vector, `words` the same in 32-bit words
 * @param indexes values that are behind pointers, ascending
 * @throws EngineError `resource`
 */
export function readLongTexts(bytes: Uint8Array, words: Int32Array, indexes: readonly number[]): LongTexts {
  requireRoom(words, indexes);
  const order = inOrderOfAddress(words, indexes);
  const count = words.length / 4;
  const regions: Region[] = [];
  const [regionOf, startOf] = [new Uint16Array(count), new Uint32Array(count)];
  for (let from = 0; from < order.length; ) {
    const first = order[from] as number; // before its length
    const begin = addressOf(words, first);
    let end = begin + textBytes(words, first * 4);
    let to = from + 1;
    for (; to < order.length; to += 1) {
      const next = order[to] as number;
      const address = addressOf(words, next);
      if (address > end + NEAR_BYTES) break;
      end = Math.max(end, address + textBytes(words, next * 4));
    }
    for (; from < to; from += 1) {
      const index = order[from] as number;
      regionOf[index] = regions.length;
      startOf[index] = addressOf(words, index) - begin;
    }
    regions.push(new Region(readMemory(bytes, first, end - begin)));
  }
  return new LongTexts(regions, regionOf, startOf);
}

/** The pointer in the last two words of a value. */
function addressOf(words: Int32Array, index: number): number {
  const low = words[index * 4 + 2] as number; // four words for each value
  const high = words[index * 4 + 3] as number;
  return high * WORD + (low >>> 0); // 48 bits are in use: exact
}

function requireRoom(words: Int32Array, indexes: readonly number[]): void {
  let bytes = 0;
  for (const index of indexes) bytes += textBytes(words, index * 4);
  if (bytes <= MAX_BYTES) return;
  const [most, size] = [MAX_BYTES, bytes].map((count) => Math.ceil(count / 2 ** 20));
  const rows = indexes.length === 1 ? 'one row' : `${indexes.length} rows`;
  const reason = `the texts of a column have ${size} MB in ${rows}, and at most ${most} MB can be read: select shorter texts`;
  throw new EngineError('resource', new Error(reason));
}

/** Texts made by one statement are mostly in order already. */
function inOrderOfAddress(words: Int32Array, indexes: readonly number[]): readonly number[] {
  let last = 0;
  const isSorted = indexes.every((index) => {
    const before = last;
    last = addressOf(words, index);
    return before <= last;
  });
  return isSorted ? indexes : indexes.toSorted((a, b) => addressOf(words, a) - addressOf(words, b));
}

/** @param first the value whose pointer is followed */
function readMemory(bytes: Uint8Array, first: number, length: number): Buffer {
  // Vectors lie in plain memory of the driver, never in a SharedArrayBuffer.
  const data = duckdb.get_data_from_pointer(bytes.buffer as ArrayBuffer, bytes.byteOffset + first * 16 + 8, length);
  return Buffer.from(data.buffer, data.byteOffset, length);
}
