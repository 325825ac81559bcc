import { ByteSink } from '@orrery/engines';
import { csvValue } from '@orrery/kernel';

const [TAB, NEW_LINE, RETURN, QUOTE, PLUS, COMMA, MINUS, POINT] = [9, 10, 13, 34, 43, 44, 45, 46];
const [ZERO, NINE, SEMICOLON, EQUALS, AT, UPPER_E, OPEN, BACKSLASH, CLOSE] = [48, 57, 59, 61, 64, 69, 91, 92, 93];
const [LOWER_E, LOWER_F, LOWER_N, LOWER_T] = [101, 102, 110, 116];
const APOSTROPHE = 39;

/** Bytes before the rows of a line, and after them. */
const lineStart = '{"data":['.length;
const lineEnd = ']}\n'.length;

/** Bytes inside of a text that are not only copied. */
const special = new Uint8Array(256);
for (const byte of [QUOTE, BACKSLASH, COMMA, SEMICOLON]) special[byte] = 1;

/** Contents of a cell, as flags. */
const [hasEscape, hasSeparator] = [1, 2];

/** A column of the file; `at` is its position in the rows. */
export interface CsvColumn {
  readonly type?: string | undefined;
  readonly at?: number;
}

/**
 * Turns rows in lines of JSON into lines of CSV, as `csvValue` and `csvLineOf` write them. Values are copied from bytes
 * to bytes: only those with escapes become texts.
 */
export class CsvRows {
  /** Positions of the columns in the rows; negative for the one that has none. */
  readonly #positions: Int32Array;
  readonly #isNumber: readonly boolean[];
  /** The cells of the row that was read last: positions of their first byte and of the byte after them, with quotes. */
  #starts = new Int32Array(64);
  #ends = new Int32Array(64);
  #flags = new Uint8Array(64);
  #count = 0;
  #line: Uint8Array = new Uint8Array(0);
  #lineView: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;
  readonly #sink = new ByteSink();

  constructor(columns: readonly CsvColumn[]) {
    this.#positions = Int32Array.from(columns, ({ at }) => at ?? -1);
    this.#isNumber = columns.map(({ type }) => type === 'number');
  }

  /** Begins to read whole lines. */
  open(bytes: Uint8Array): void {
    this.#line = bytes;
    this.#lineView = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = 0;
  }

  /**
   * Writes the next rows. @param most number of rows to read @param shown number of them to write; the others are only
   * counted @param text the value of the column that has no position
   *
   * @returns `rowCount` is less than `most` after the last row
   */
  write(
    most: number,
    shown: number,
    text: string | undefined,
  ): { readonly csv: Uint8Array; readonly rowCount: number } {
    let rowCount = 0;
    for (; rowCount < most; rowCount += 1) {
      if (!this.#readRow()) break;
      if (rowCount < shown) this.#writeRow(text);
    }
    return { csv: this.#sink.take(), rowCount };
  }

  /** Reads the positions of the cells of the next row. @returns false after the last one */
  #readRow(): boolean {
    const bytes = this.#line;
    let at = this.#at;
    // A line without rows has only its end.
    for (;;) {
      if (at >= bytes.length) return false;
      if (bytes[at] === COMMA) at += 1;
      else if (bytes[at] === CLOSE) at += lineEnd;
      else if (bytes[at] === OPEN) break;
      else at += lineStart;
    }
    let count = 0;
    at += 1;
    if (bytes[at] === CLOSE) at += 1;
    else {
      for (;;) {
        const end = this.#readCell(count, at);
        count += 1;
        at = end + 1;
        if (bytes[end] !== COMMA) break;
      }
    }
    this.#count = count;
    this.#at = at;
    return true;
  }

  /** @returns the position after the cell */
  #readCell(index: number, from: number): number {
    if (index >= this.#starts.length) this.#growCells();
    const bytes = this.#line;
    let at = from;
    let flags = 0;
    if (bytes[at] === QUOTE) {
      for (at += 1; ; at += 1) {
        while (special[bytes[at] as number] === 0) at += 1;
        const byte = bytes[at];
        if (byte === QUOTE) break;
        if (byte === undefined) throw new Error('a line of rows ends inside of a text'); // lines are whole
        if (byte === BACKSLASH) {
          flags |= hasEscape;
          at += 1;
        } else flags |= hasSeparator;
      }
      at += 1;
    } else {
      while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== CLOSE) at += 1;
    }
    this.#starts[index] = from;
    this.#ends[index] = at;
    this.#flags[index] = flags;
    return at;
  }

  #writeRow(text: string | undefined): void {
    const positions = this.#positions;
    for (let column = 0; column < positions.length; column += 1) {
      if (column > 0) this.#sink.putByte(COMMA);
      const at = positions[column] as number; // one for each column
      const isNumber = this.#isNumber[column] === true;
      if (at < 0) this.#sink.putText(csvValue(text ?? null, isNumber));
      else if (at < this.#count) this.#writeCell(at, isNumber);
    }
    this.#sink.putByte(RETURN);
    this.#sink.putByte(NEW_LINE);
  }

  #writeCell(index: number, isNumber: boolean): void {
    const bytes = this.#line;
    const start = this.#starts[index] as number; // cells that were read
    const end = this.#ends[index] as number;
    const flags = this.#flags[index] as number;
    if (bytes[start] === LOWER_N) return;
    const first = bytes[start];
    if (first === LOWER_T || first === LOWER_F) return this.#copy(start, end);
    if (first !== QUOTE || (flags & hasEscape) !== 0) {
      const value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8'));
      this.#sink.putText(csvValue(value, isNumber));
      return;
    }
    const [from, to] = [start + 1, end - 1];
    const isMarked = beginsLikeFormula(bytes[from]) && to > from && !(isNumber && isDecimal(bytes, from, to));
    const isQuoted = (flags & hasSeparator) !== 0; // the others that need quotes are escaped in JSON
    if (isQuoted) this.#sink.putByte(QUOTE);
    if (isMarked) this.#sink.putByte(APOSTROPHE);
    this.#copy(from, to);
    if (isQuoted) this.#sink.putByte(QUOTE);
  }

  /** Copies bytes of the line, in fours: more than three follow in it. */
  #copy(from: number, to: number): void {
    const sink = this.#sink;
    sink.reserve(to - from + 4);
    const [line, out] = [this.#lineView, sink.view];
    const shift = sink.end - from;
    for (let at = from; at < to; at += 4) out.setUint32(at + shift, line.getUint32(at, true), true);
    sink.end = to + shift;
  }

  #growCells(): void {
    const [starts, ends, flags] = [this.#starts, this.#ends, this.#flags];
    const size = starts.length * 2;
    [this.#starts, this.#ends, this.#flags] = [new Int32Array(size), new Int32Array(size), new Uint8Array(size)];
    this.#starts.set(starts);
    this.#ends.set(ends);
    this.#flags.set(flags);
  }
}

/** See `csvText`. */
function beginsLikeFormula(byte: number | undefined): boolean {
  return byte === EQUALS || byte === PLUS || byte === MINUS || byte === AT || byte === TAB || byte === RETURN;
}

/** See `csvValue`: a number begins with a digit or a minus. */
function isDecimal(bytes: Uint8Array, from: number, to: number): boolean {
  let at = afterDigits(bytes, bytes[from] === MINUS ? from + 1 : from, to);
  if (at < 0) return false;
  if (at < to && bytes[at] === POINT) at = afterDigits(bytes, at + 1, to);
  if (at >= 0 && at < to && (bytes[at] === LOWER_E || bytes[at] === UPPER_E)) {
    const hasSign = bytes[at + 1] === PLUS || bytes[at + 1] === MINUS;
    at = afterDigits(bytes, at + (hasSign ? 2 : 1), to);
  }
  return at === to;
}

/** @returns the position after digits; -1 where there is none */
function afterDigits(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at += 1;
  return at === from ? -1 : at;
}
