import type { Batch } from '../../engine.ts';
import type { ByteSink } from '../../value-text/index.ts';
import { type ByteLimit, BytePieces } from '../byte-pieces.ts';
import type { RowWriter } from '../row-pieces.ts';
import { fieldColumnOf } from './column-fields.ts';
import type { FieldColumn } from './field-column.ts';
import { copyFields } from './copy-fields.ts';
import type { PutRow } from './put-forms.ts';
import { WireCell } from './wire-cell.ts';
import type { WireRowEncoding } from './wire-encoding.ts';

/** Types of messages. */
const [DATA_ROW, COPY_DATA] = [0x44, 0x64];
/** Bytes before the fields: the type, the length of the message, and the number of fields. */
const headBytes = 7;
/** Rows whose places are known before they are written. */
const rowsAtOnce = 2048;
/** Size of rows that are written together. */
const bytesAtOnce = 256 * 1024;

/** Writes rows as messages; each piece holds whole ones. */
export function createWireWriter(encoding: WireRowEncoding, limit: ByteLimit): RowWriter {
  const { framing, columns } = encoding;
  const isBinaryCopy = framing === 'copy-binary';
  const hasLengths = framing === 'rows' || isBinaryCopy;
  const cells = columns.map((column) => new WireCell(column, isBinaryCopy || (hasLengths && column.isBinary)));
  const pieces = new BytePieces(limit);
  const type = framing === 'rows' ? DATA_ROW : COPY_DATA;
  const rows = hasLengths
    ? new FieldRows(pieces, cells, type)
    : new CopyLines(pieces, cells, copyFields(encoding, cells));
  return {
    write: (batch, from, to) => rows.write(batch, from, to),
    take: () => pieces.take(),
    end: () => pieces.end(),
  };
}

/** Lines of COPY. */
class CopyLines {
  readonly #pieces: BytePieces;
  readonly #cells: readonly WireCell[];
  readonly #putRow: PutRow;

  constructor(pieces: BytePieces, cells: readonly WireCell[], putRow: PutRow) {
    this.#pieces = pieces;
    this.#cells = cells;
    this.#putRow = putRow;
  }

  write(batch: Batch, from: number, to: number): void {
    const { sink } = this.#pieces;
    for (const cell of this.#cells) cell.take(batch);
    for (let row = from; row < to; row += 1) {
      sink.reserve(5);
      const at = sink.end;
      sink.bytes[at] = COPY_DATA;
      sink.end = at + 5;
      this.#putRow(sink, row);
      sink.view.setInt32(at + 1, sink.end - at - 1); // the length counts itself
      this.#pieces.cutIfLong();
    }
  }
}

/** Messages of a number of fields, and the length of each before it, which is -1 for NULL. */
class FieldRows {
  readonly #pieces: BytePieces;
  readonly #cells: readonly WireCell[];
  readonly #type: number;
  readonly #sizes: readonly Int32Array[];
  readonly #rowSizes = new Int32Array(rowsAtOnce);
  readonly #places = new Int32Array(rowsAtOnce);
  #batch: Batch | undefined;
  #fields: readonly FieldColumn[] = [];

  constructor(pieces: BytePieces, cells: readonly WireCell[], type: number) {
    this.#pieces = pieces;
    this.#cells = cells;
    this.#type = type;
    this.#sizes = cells.map(() => new Int32Array(rowsAtOnce));
  }

  write(batch: Batch, from: number, to: number): void {
    if (batch !== this.#batch) {
      for (const cell of this.#cells) cell.take(batch);
      this.#fields = this.#cells.map((cell) => fieldColumnOf(cell, batch));
      this.#batch = batch;
    }
    for (let row = from; row < to; row += rowsAtOnce) this.#writeSome(row, Math.min(to, row + rowsAtOnce));
  }

  #writeSome(from: number, to: number): void {
    this.#measure(from, to);
    const rowSizes = this.#rowSizes;
    let begin = 0;
    let bytes = 0;
    for (let index = 0; index < to - from; index += 1) {
      bytes += rowSizes[index] as number; // one for each row
      if (bytes < bytesAtOnce && index < to - from - 1) continue;
      this.#fill(from + begin, from + index + 1, begin, bytes);
      begin = index + 1;
      bytes = 0;
    }
  }

  #measure(from: number, to: number): void {
    const rowSizes = this.#rowSizes;
    rowSizes.fill(headBytes + 4 * this.#fields.length, 0, to - from);
    for (const [column, field] of this.#fields.entries()) {
      const sizes = this.#sizes[column] as Int32Array; // one for each column
      field.measure(from, to, sizes);
      for (let index = 0; index < to - from; index += 1) {
        const size = sizes[index] as number;
        if (size > 0) rowSizes[index] = (rowSizes[index] as number) + size;
      }
    }
  }

  /** @param first index of row `from` among those that were measured @param bytes of all these rows */
  #fill(from: number, to: number, first: number, bytes: number): void {
    const { sink } = this.#pieces;
    sink.reserve(bytes);
    const [rowSizes, places] = [this.#rowSizes, this.#places];
    const begin = sink.end;
    let at = begin;
    for (let index = first; index < first + to - from; index += 1) {
      const size = rowSizes[index] as number;
      sink.bytes[at] = this.#type;
      sink.view.setInt32(at + 1, size - 1); // the length counts itself, and not the type
      sink.view.setInt16(at + 5, this.#fields.length);
      places[index] = at + headBytes;
      at += size;
    }
    const isFilled = this.#fields.every((field, column) =>
      field.fill(sink, { from, to, first }, this.#sizes[column] as Int32Array, places),
    );
    if (isFilled) sink.end = at;
    else for (let row = from; row < to; row += 1) this.#putRow(sink, row);
    this.#pieces.cutIfLong();
  }

  /** Writes a row without known sizes: texts that are not valid become longer, or are refused. */
  #putRow(sink: ByteSink, row: number): void {
    sink.reserve(headBytes);
    const at = sink.end;
    sink.bytes[at] = this.#type;
    sink.view.setInt16(at + 5, this.#cells.length);
    sink.end = at + headBytes;
    for (const cell of this.#cells) {
      sink.reserve(4);
      const place = sink.end;
      sink.end = place + 4;
      const isSet = cell.put(sink, row);
      sink.view.setInt32(place, isSet ? sink.end - place - 4 : -1);
    }
    sink.view.setInt32(at + 1, sink.end - at - 1);
  }
}
