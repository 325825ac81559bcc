import type { ResultColumn } from '../engine.ts';
import { encodeText } from '../value-text/index.ts';
import { ByteLimit, BytePieces } from './byte-pieces.ts';
import { CellWriter } from './cell-writer.ts';
import { emptyRows } from './empty-rows.ts';
import { createLineWriter } from './line-writer.ts';
import type { RowWriter } from './row-pieces.ts';
import type { RowConstant, RowEncoding, RowKey } from './row-encoding.ts';
import { createWireWriter } from './wire/index.ts';

/**
 * @param columns types that the engine delivers: a model may call a text a number, and only the engine knows
 * @param maxBytes of all pieces; the writer throws ResultTooLarge beyond it
 */
export function createRowWriter(encoding: RowEncoding, columns: readonly ResultColumn[], maxBytes: number): RowWriter {
  const limit = new ByteLimit(maxBytes);
  if (encoding.format === 'wire') return createWireWriter(encoding, limit);
  const { format, keys, constant } = encoding;
  switch (format) {
    case 'default':
      return writeRows(keys, columns, limit, { start: '[', end: ']', empty: emptyRows(format) }, (key, index) => ({
        opening: index === 0 ? '{' : ',',
        name: `${JSON.stringify(key.name)}:`,
        closing: constant ? `,${JSON.stringify(constant.name)}:${JSON.stringify(constant.text)}}` : '}',
      }));
    case 'compact':
      return writeRows(
        keys,
        columns,
        limit,
        { start: `{"members":${names(keys, constant)},"dataset":[`, end: ']}', empty: emptyRows(format) },
        (_, index) => ({
          opening: index === 0 ? '[' : ',',
          name: '',
          closing: constant ? `,${JSON.stringify(constant.text)}]` : ']',
        }),
      );
    case 'columnar':
      return writeColumns(keys, columns, constant, limit);
    case 'lines':
      return createLineWriter(keys, columns, limit);
  }
}

interface RowFrame {
  readonly start: string;
  readonly end: string;
  readonly empty: Uint8Array<ArrayBuffer>;
}

function writeRows(
  keys: readonly RowKey[],
  columns: readonly ResultColumn[],
  limit: ByteLimit,
  frame: RowFrame,
  punctuate: (key: RowKey, index: number) => { opening: string; name: string; closing: string },
): RowWriter {
  const pieces = new BytePieces(limit);
  let hasRows = false;
  const cells = keys.map((key, index) => {
    const { opening, name } = punctuate(key, index);
    return new CellWriter(opening + name, withoutShown(key), columns);
  });
  const closing = encodeText(keys[0] ? punctuate(keys[0], 0).closing : '');
  return {
    write(batch, from, to) {
      if (from >= to) return;
      const { sink } = pieces;
      for (const cell of cells) cell.take(batch);
      for (let row = from; row < to; row++) {
        if (hasRows) sink.putByte(COMMA);
        else sink.putText(frame.start);
        hasRows = true;
        for (const cell of cells) cell.put(sink, row);
        sink.putEncoded(closing);
        pieces.cutIfLong();
      }
    },
    take: () => pieces.take(),
    end() {
      if (!hasRows) return [frame.empty];
      pieces.sink.putText(frame.end);
      return pieces.end();
    },
  };
}

function writeColumns(
  keys: readonly RowKey[],
  columns: readonly ResultColumn[],
  constant: RowConstant | undefined,
  limit: ByteLimit,
): RowWriter {
  const parts = [...keys, ...(constant ? [constant] : [])].map(() => new BytePieces(limit));
  const cells = keys.map((key) => new CellWriter('', withoutShown(key), columns));
  const starts = parts.map((_, index) => (index === 0 ? `{"members":${names(keys, constant)},"columns":[[` : '],['));
  const constantCell = encodeText(constant ? JSON.stringify(constant.text) : '');
  let hasRows = false;
  return {
    write(batch, from, to) {
      if (from >= to) return;
      for (const [index, part] of parts.entries()) {
        const { sink } = part;
        const cell = cells[index];
        cell?.take(batch);
        for (let row = from; row < to; row++) {
          if (row > from || hasRows) sink.putByte(COMMA);
          else sink.putText(starts[index] as string); // one for each part
          if (cell) cell.put(sink, row);
          else sink.putEncoded(constantCell);
          part.cutIfLong();
        }
      }
      hasRows = true;
    },
    take: () => [], // the second column begins after the last row of the first one
    end() {
      if (!hasRows) return [emptyRows('columnar')];
      parts.at(-1)?.sink.putText(']]}');
      return parts.flatMap((column) => column.end());
    },
  };
}

const COMMA = 0x2c;

/** Only lines show texts differently. */
function withoutShown({ name, output }: RowKey): RowKey {
  return { name, output };
}

function names(keys: readonly RowKey[], constant: RowConstant | undefined): string {
  return JSON.stringify([...keys, ...(constant ? [constant] : [])].map((key) => key.name));
}
