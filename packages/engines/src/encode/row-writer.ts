import type { Batch, ResultColumn } from '../engine.ts';
import { ByteLimit, BytePieces, pieceLength } from './byte-pieces.ts';
import { emptyRows } from './empty-rows.ts';
import type { RowConstant, RowEncoding, RowKey } from './row-encoding.ts';

type Cell = string | boolean | null | undefined;

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
  }
}

interface Frame {
  readonly start: string;
  readonly end: string;
  readonly empty: Uint8Array<ArrayBuffer>;
}

/** Texts before a cell: `{"orders.status":` for unquoted values, and the same with the opening quote for texts. */
interface CellPrefix {
  readonly column: number;
  readonly bare: string;
  readonly quoted: string;
  readonly mayNeedEscape: boolean;
}

function writeRows(
  keys: readonly RowKey[],
  columns: readonly ResultColumn[],
  limit: ByteLimit,
  frame: Frame,
  punctuate: (key: RowKey, index: number) => { opening: string; name: string; closing: string },
): RowWriter {
  const pieces = new BytePieces(limit);
  let hasRows = false;
  const prefixes = keys.map((key, index): CellPrefix => {
    const { opening, name } = punctuate(key, index);
    const bare = opening + name;
    const mayNeedEscape = (columns[key.output]?.type ?? 'string') === 'string';
    return { column: key.output, bare, quoted: `${bare}"`, mayNeedEscape };
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

function cellText(prefix: CellPrefix, value: Cell): string {
  if (typeof value === 'string') {
    return prefix.mayNeedEscape && needsEscape(value)
      ? prefix.bare + JSON.stringify(value)
      : `${prefix.quoted}${value}"`;
  }
  if (value === true) return `${prefix.bare}true`;
  if (value === false) return `${prefix.bare}false`;
  return `${prefix.bare}null`;
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
