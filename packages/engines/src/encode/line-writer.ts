import type { ResultColumn } from '../engine.ts';
import { type ByteLimit, BytePieces } from './byte-pieces.ts';
import { CellWriter } from './cell-writer.ts';
import { emptyRows } from './empty-rows.ts';
import type { RowKey } from './row-encoding.ts';
import type { RowWriter } from './row-pieces.ts';

/** Length in UTF-16 units from which a line ends. */
const lineLength = 128 * 1024;

/**
 * Writes lines of rows: `{"data":[["new","3"],...]}`. Each piece holds whole lines, so that the sender may end with a
 * line of its own.
 */
export function createLineWriter(
  keys: readonly RowKey[],
  columns: readonly ResultColumn[],
  limit: ByteLimit,
): RowWriter {
  const pieces = new BytePieces(limit);
  const cells = keys.map((key, index) => new CellWriter(index === 0 ? '[' : ',', key, columns));
  const rowEnd = keys.length === 0 ? '[]' : ']';
  let hasRows = false;
  return {
    write(batch, from, to) {
      if (from >= to) return;
      hasRows = true;
      const { sink } = pieces;
      for (const cell of cells) cell.take(batch);
      let begin = -1;
      for (let row = from; row < to; row++) {
        if (begin < 0) {
          begin = sink.end - sink.extra;
          sink.putText('{"data":[');
        } else {
          sink.putByte(COMMA);
        }
        for (const cell of cells) cell.put(sink, row);
        sink.putText(rowEnd);
        if (sink.end - sink.extra - begin < lineLength && row < to - 1) continue;
        sink.putText(']}\n');
        pieces.cutIfLong();
        begin = -1;
      }
    },
    take: () => pieces.take(),
    end: () => (hasRows ? pieces.end() : [emptyRows('lines')]),
  };
}

const COMMA = 0x2c;
