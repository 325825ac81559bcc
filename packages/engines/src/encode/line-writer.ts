import type { Batch, ResultColumn } from '../engine.ts';
import { type ByteLimit, BytePieces, pieceLength } from './byte-pieces.ts';
import { cellPrefix, cellText } from './cell-text.ts';
import { emptyRows } from './empty-rows.ts';
import type { RowKey } from './row-encoding.ts';
import type { RowWriter } from './row-writer.ts';
import { shownCell } from './shown-cell.ts';

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
  const cells = keys.map(({ output, shows }, index) => ({
    prefix: cellPrefix(index === 0 ? '[' : ',', output, (columns[output]?.type ?? 'string') === 'string'),
    show: shownCell(shows),
  }));
  const emptyRow = keys.length === 0 ? '[' : '';
  let hasRows = false;
  const rowText = (batch: Batch, row: number) => {
    let text = emptyRow;
    for (const { prefix, show } of cells) {
      const value = batch.columns[prefix.column]?.[row];
      text += cellText(prefix, show && typeof value === 'string' ? show(value) : value);
    }
    return `${text}]`;
  };
  return {
    write(batch, from, to) {
      if (from >= to) return;
      hasRows = true;
      let line = '';
      for (let row = from; row < to; row++) {
        line += `${line === '' ? '{"data":[' : ','}${rowText(batch, row)}`;
        if (line.length < pieceLength && row < to - 1) continue;
        pieces.add(`${line}]}\n`);
        line = '';
      }
    },
    take: () => pieces.take(),
    end: () => (hasRows ? pieces.end() : [emptyRows('lines')]),
  };
}
