import type { Batch, ColumnType, ResultColumn, WriteValue } from '../engine.ts';
import { type ByteSink, type EncodedText, encodeText, hasBit, trimZeros } from '../value-text/index.ts';
import type { RowKey } from './row-encoding.ts';
import { shownCell, type ShownAs } from './shown-cell.ts';

type CellValue = string | boolean | null | undefined;

const QUOTE = 0x22;
const POINT = 0x2e;
const T = 0x54;

/** Writes the values of one key of the rows, each behind the same text, such as `{"orders.status":`. */
export class CellWriter {
  readonly #output: number;
  readonly #type: ColumnType;
  readonly #shows: ShownAs | undefined;
  readonly #show: ((text: string) => string) | undefined;
  /** The text before a value, before a value in quotes, and with `null`. */
  readonly #bare: string;
  readonly #before: EncodedText;
  readonly #null: EncodedText;
  #write: WriteValue | undefined;
  #validity: Uint8Array | undefined;
  #values: readonly CellValue[] = [];

  /** @param columns types that the engine delivers; unknown ones may need escapes */
  constructor(bare: string, { output, shows }: RowKey, columns: readonly ResultColumn[]) {
    this.#output = output;
    this.#type = columns[output]?.type ?? 'string';
    this.#shows = shows;
    this.#show = shownCell(shows);
    this.#bare = bare;
    this.#before = encodeText(this.#type === 'boolean' ? bare : `${bare}"`);
    this.#null = encodeText(`${bare}null`);
  }

  /** Begins with the rows of a batch. */
  take(batch: Batch): void {
    const column = batch.written?.[this.#output];
    const isWritten = column?.write !== undefined && canBeShown(this.#shows, this.#type);
    this.#write = isWritten ? column.write : undefined;
    this.#validity = column?.validity;
    this.#values = isWritten ? [] : ((column ? column.values : batch.columns[this.#output]) ?? []);
  }

  put(sink: ByteSink, row: number): void {
    const write = this.#write;
    if (write === undefined) return sink.putText(this.#textOf(this.#values[row]));
    const validity = this.#validity;
    const { end } = sink;
    if (validity === undefined || hasBit(validity, row)) {
      sink.putEncoded(this.#before);
      const from = sink.end;
      if (write(sink, row)) {
        if (this.#shows !== undefined) shorten(sink, from, this.#shows);
        if (this.#type !== 'boolean') sink.putByte(QUOTE);
        return;
      }
      sink.end = end;
      sink.extra -= this.#before.extra;
    }
    sink.putEncoded(this.#null);
  }

  #textOf(value: CellValue): string {
    if (typeof value === 'string') {
      const text = this.#show ? this.#show(value) : value;
      const isEscaped = this.#type === 'string' && needsEscape(text);
      return isEscaped ? this.#bare + JSON.stringify(text) : `${this.#bare}"${text}"`;
    }
    if (value === true) return `${this.#bare}true`;
    if (value === false) return `${this.#bare}false`;
    return `${this.#bare}null`;
  }
}

/** Whether what a column writes can be shortened to what is shown. */
function canBeShown(shows: ShownAs | undefined, type: ColumnType): boolean {
  return shows === undefined || (shows === 'number' && type === 'number') || (shows === 'day' && type === 'time');
}

/** Shortens the value that begins at `from`, as `shownCell` does. */
function shorten(sink: ByteSink, from: number, shows: ShownAs): void {
  const { bytes, end } = sink;
  let at = from;
  for (const mark = shows === 'day' ? T : POINT; at < end && bytes[at] !== mark; ) at += 1;
  if (at === end) return;
  if (shows === 'day') sink.end = at;
  else trimZeros(sink);
}

/** Length above which `JSON.stringify` escapes texts, because it reads them faster than this loop. */
const shortText = 64;

function needsEscape(text: string): boolean {
  if (text.length > shortText) return true;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff)) return true;
  }
  return false;
}
