import type { ByteSink } from '../../value-text/index.ts';
import type { WireCell } from './wire-cell.ts';
import type { WireRowEncoding } from './wire-encoding.ts';
import type { PutRow } from './put-forms.ts';

const NEW_LINE = 0x0a;
const [RETURN, BACKSLASH, POINT] = [0x0d, 0x5c, 0x2e];
/** Letters after a backslash for bytes 8 to 13. */
const LETTERS = 'btnvfr';

/** The fields of a line of COPY, with its end. */
export function copyFields({ framing, copy = {}, columns }: WireRowEncoding, cells: readonly WireCell[]): PutRow {
  const isCsv = framing === 'copy-csv';
  const delimiter = byteOf(copy.delimiter ?? (isCsv ? ',' : '\t'));
  const nullText = Buffer.from(copy.nullText ?? (isCsv ? '' : '\\N'));
  const { forceQuote = [] } = copy;
  const fields = columns.map(({ name }): FinishField => {
    if (!isCsv) return escapeField(delimiter);
    const quote = byteOf(copy.quote ?? '"');
    return quoteField({
      delimiter,
      quote,
      escape: copy.escape === undefined ? quote : byteOf(copy.escape),
      nullText,
      isForced: forceQuote === 'all' || forceQuote.includes(name),
      isAlone: columns.length === 1,
    });
  });
  return (sink, row) => {
    for (let index = 0; index < cells.length; index += 1) {
      if (index > 0) sink.putByte(delimiter);
      const from = sink.end;
      if ((cells[index] as WireCell).put(sink, row)) (fields[index] as FinishField)(sink, from);
      else putBytes(sink, nullText);
    }
    sink.putByte(NEW_LINE);
  };
}

/** Changes a value that was written from a position on to what may stand in a line. */
type FinishField = (sink: ByteSink, from: number) => void;

/** @throws Error where an option of COPY is not one ASCII character, which its readers have refused */
function byteOf(option: string): number {
  const byte = option.charCodeAt(0);
  if (option.length !== 1 || byte > 0x7f) throw new Error(`an option of COPY is one ASCII character, not '${option}'`);
  return byte;
}

/** The text format: a backslash before the delimiter, before itself, and in place of control characters. */
function escapeField(delimiter: number): FinishField {
  const letters = new Uint8Array(256); // the byte after the backslash
  for (let index = 0; index < LETTERS.length; index += 1) letters[8 + index] = LETTERS.charCodeAt(index);
  letters[BACKSLASH] = BACKSLASH;
  if (letters[delimiter] === 0) letters[delimiter] = delimiter;
  return (sink, from) => {
    const { bytes, end } = sink;
    let at = from;
    while (at < end && letters[bytes[at] as number] === 0) at += 1;
    if (at === end) return;
    const rest = bytes.slice(at, end);
    sink.end = at;
    sink.reserve(rest.length * 2);
    for (const byte of rest) {
      const letter = letters[byte] as number;
      if (letter !== 0) sink.putByte(BACKSLASH);
      sink.putByte(letter === 0 ? byte : letter);
    }
  };
}

interface CsvField {
  readonly delimiter: number;
  readonly quote: number;
  readonly escape: number;
  readonly nullText: Uint8Array;
  readonly isForced: boolean;
  /** Whether a line has one field, which must not be read as the end of the data. */
  readonly isAlone: boolean;
}

/** The format csv: quotes where a value has a special character or may be taken for NULL. */
function quoteField({ delimiter, quote, escape, nullText, isForced, isAlone }: CsvField): FinishField {
  const special = new Uint8Array(256);
  for (const byte of [delimiter, quote, NEW_LINE, RETURN]) special[byte] = 1;
  const isNullText = (bytes: Uint8Array, from: number, end: number) =>
    end - from === nullText.length && nullText.every((byte, index) => bytes[from + index] === byte);
  const isEnd = (bytes: Uint8Array, from: number, end: number) =>
    isAlone && end - from === 2 && bytes[from] === BACKSLASH && bytes[from + 1] === POINT;
  return (sink, from) => {
    const { bytes, end } = sink;
    if (!isForced && !isNullText(bytes, from, end) && !isEnd(bytes, from, end)) {
      let at = from;
      while (at < end && special[bytes[at] as number] === 0) at += 1;
      if (at === end) return;
    }
    const value = bytes.slice(from, end);
    sink.end = from;
    sink.reserve(value.length * 2 + 2);
    sink.putByte(quote);
    for (const byte of value) {
      if (byte === quote || byte === escape) sink.putByte(escape);
      sink.putByte(byte);
    }
    sink.putByte(quote);
  };
}

function putBytes(sink: ByteSink, bytes: Uint8Array): void {
  sink.reserve(bytes.length);
  sink.bytes.set(bytes, sink.end);
  sink.end += bytes.length;
}
