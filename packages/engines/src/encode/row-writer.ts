import type { Batch, ResultColumn } from '../engine.ts';
import { ByteLimit, BytePieces, pieceLength } from './byte-pieces.ts';
import { type CellPrefix, cellPrefix, cellText } from './cell-text.ts';
import { emptyRows } from './empty-rows.ts';
import { createLineWriter } from './line-writer.ts';
import type { RowConstant, RowEncoding, RowKey } from './row-encoding.ts';

/** Turns batches of columns into the JSON of `data`, piece by piece. */
export interface RowWriter {
  /** Takes rows `[from, to)` of a batch. */
  write(batch: Batch, from: number, to: number): void;
  /** The complete pieces, in order, each returned once; none where no piece is known before the last row. */
  take(): readonly Uint8Array<ArrayBuffer>[];
  /** The remaining pieces, in order. */
  end(): readonly Uint8Array<ArrayBuffer>[];
}

/**
 * @param columns types that the engine delivers: a model may call a text a number, and only the engine knows
 * @param maxBytes of all pieces; the writer throws ResultTooLarge beyond it
 */
export function createRowWriter(
  { format, keys, constant }: RowEncoding,
  columns: readonly ResultColumn[],
  maxBytes: number,
): RowWriter {
  const limit = new ByteLimit(maxBytes);
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
      return writeColumns(keys, constant, limit);
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
  const prefixes = keys.map((key, index): CellPrefix => {
    const { opening, name } = punctuate(key, index);
    return cellPrefix(opening + name, key.output, (columns[key.output]?.type ?? 'string') === 'string');
  });
  const closing = keys[0] ? punctuate(keys[0], 0).closing : '';
  return {
    write(batch, from, to) {
      if (from >= to) return;
      let text = hasRows ? ',' : frame.start;
      hasRows = true;
      for (let row = from; row < to; row++) {
        if (row > from) text += ',';
        for (const prefix of prefixes) text += cellText(prefix, batch.columns[prefix.column]?.[row]);
        text += closing;
        if (text.length < pieceLength) continue;
        pieces.add(text);
        text = '';
      }
      pieces.add(text);
    },
    take: () => pieces.take(),
    end() {
      if (!hasRows) return [frame.empty];
      pieces.add(frame.end);
      return pieces.end();
    },
  };
}

function writeColumns(keys: readonly RowKey[], constant: RowConstant | undefined, limit: ByteLimit): RowWriter {
  const parts = [...keys, ...(constant ? [constant] : [])].map(() => new BytePieces(limit));
  const constantCell = constant ? JSON.stringify(constant.text) : '';
  let hasRows = false;
  return {
    write(batch, from, to) {
      if (from >= to) return;
      for (const [index, key] of keys.entries()) {
        const cells = JSON.stringify(batch.columns[key.output]?.slice(from, to)).slice(1, -1);
        const start = index === 0 ? `{"members":${names(keys, constant)},"columns":[[` : '],[';
        parts[index]?.add(`${hasRows ? ',' : start}${cells}`);
      }
      if (constant) {
        const cells = Array.from({ length: to - from }, () => constantCell).join(',');
        parts.at(-1)?.add(`${hasRows ? ',' : '],['}${cells}`);
      }
      hasRows = true;
    },
    take: () => [], // the second column begins after the last row of the first one
    end() {
      if (!hasRows) return [emptyRows('columnar')];
      parts.at(-1)?.add(']]}');
      return parts.flatMap((column) => column.end());
    },
  };
}

function names(keys: readonly RowKey[], constant: RowConstant | undefined): string {
  return JSON.stringify([...keys, ...(constant ? [constant] : [])].map((key) => key.name));
}
