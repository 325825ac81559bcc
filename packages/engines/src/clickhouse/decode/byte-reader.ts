import { isUtf8 } from 'node:buffer';
import { EngineError } from '../../engine.ts';
import { blobText } from '../../value-text/index.ts';

/** Thrown where a value goes on in a piece that has not arrived. */
export const moreNeeded = new Error('more bytes are needed');

/** Values of a row that are longer than a piece are read again when twice as much has arrived, not with each piece. */
const smallRest = 1024 * 1024;
/** Bound on the elements of all arrays of a row: some take no bytes. */
const mostElements = 16 * 1024 * 1024;

/** Reads the numbers and texts of ClickHouse's row binary format, in which all numbers are little-endian. */
export class ByteReader {
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;
  /** Pieces behind `#bytes`. */
  #later: Uint8Array[] = [];
  #laterBytes = 0;
  #wanted = 0;
  #elements = 0;

  /** Adds a piece behind the bytes that were not read. @returns whether there is enough to read on */
  add(piece: Uint8Array): boolean {
    this.#later.push(piece);
    this.#laterBytes += piece.byteLength;
    const isEnough = this.waiting >= this.#wanted;
    if (isEnough) this.join();
    return isEnough;
  }

  /** Makes all bytes readable. */
  join(): void {
    const pieces = this.isAtEnd ? this.#later : [this.#bytes.subarray(this.#at), ...this.#later];
    const [first] = pieces;
    this.#bytes =
      pieces.length === 1 && first !== undefined
        ? Buffer.from(first.buffer, first.byteOffset, first.byteLength)
        : Buffer.concat(pieces);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#at = 0;
    this.#later = [];
    this.#laterBytes = 0;
    this.#wanted = 0;
  }

  get place(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Bytes that were added and not read. */
  get waiting(): number {
    return this.#bytes.length - this.#at + this.#laterBytes;
  }

  beginRow(): void {
    this.#elements = 0;
  }

  /** Goes back to a place of before, so that a value is read again when its bytes are there. */
  returnTo(place: number): void {
    this.#at = place;
    this.#wanted = this.waiting < smallRest ? 0 : this.waiting * 2;
  }

  /** Moves behind so many bytes. @returns the place where they begin @throws moreNeeded */
  #take(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) throw moreNeeded;
    this.#at = at + length;
    return at;
  }

  byte(): number {
    return this.#bytes[this.#take(1)] as number; // `#take` has found it
  }

  /** @throws moreNeeded */
  bytes(length: number): Buffer {
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** A length, seven bits in each byte. */
  length(): number {
    const first = this.byte();
    if (first < 128) return first;
    let value = first & 127;
    for (let factor = 128; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      if (factor > 2 ** 42) throw new EngineError('connection', new Error('the length of a value is not one'));
    }
  }

  /** The number of elements of an array. @throws EngineError for a row with too many of them */
  count(): number {
    const count = this.length();
    this.#elements += count;
    if (this.#elements > mostElements) throw new EngineError('resource', new Error('arrays of a row are too long'));
    return count;
  }

  /** A text with its length; one that is no valid UTF-8 is shown like bytes. */
  text(): string {
    return this.textOf(this.length());
  }

  textOf(length: number): string {
    const at = this.#take(length);
    const bytes = this.#bytes;
    const end = at + length;
    let all = 0;
    for (let index = at; index < end; index += 1) all |= bytes[index] as number; // before `end`
    if (all < 0x80) return bytes.toString('latin1', at, end);
    const own = bytes.subarray(at, end);
    return isUtf8(own) ? own.toString() : blobText(own);
  }

  /** A whole number of 1, 2 or 4 bytes. */
  small(length: number, isSigned: boolean): number {
    const at = this.#take(length);
    const view = this.#view;
    if (length === 1) return isSigned ? view.getInt8(at) : view.getUint8(at);
    if (length === 2) return isSigned ? view.getInt16(at, true) : view.getUint16(at, true);
    return isSigned ? view.getInt32(at, true) : view.getUint32(at, true);
  }

  /** A whole number of 8 bytes with a sign, as a number where it is exact. */
  whole(): number | bigint {
    const at = this.#take(8);
    const high = this.#view.getInt32(at + 4, true);
    if (high < -0x200000 || high >= 0x200000) return this.#view.getBigInt64(at, true);
    return high * 4_294_967_296 + this.#view.getUint32(at, true);
  }

  /** A whole number of 8, 16 or 32 bytes. */
  big(length: number, isSigned: boolean): bigint {
    const start = this.#take(length);
    let value = 0n;
    for (let at = length - 8; at >= 0; at -= 8) value = (value << 64n) | this.#view.getBigUint64(start + at, true);
    return isSigned ? BigInt.asIntN(length * 8, value) : value;
  }

  double(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  single(): number {
    return this.#view.getFloat32(this.#take(4), true);
  }
}
