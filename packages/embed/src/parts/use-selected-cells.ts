import type { Column, Row } from '@orrery/charts';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { type CellPosition, type CellRange, cellsOf, moveCell, textOfCells } from './cell-range.ts';
import { revealRow } from './use-visible-rows.ts';

interface TableOfCells {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly columnWidths: readonly number[];
  readonly rowHeight: number;
  /** Called when Enter is pressed on a cell. */
  readonly onEnter: (cell: CellPosition) => void;
}

/** The cells of a table that are selected by keyboard and pointer, and copied as text with tabs. */
export function useSelectedCells({ scroller, columns, rows, columnWidths, rowHeight, onEnter }: TableOfCells) {
  const [selected, setSelected] = useState<CellRange>();
  const size = { rows: rows.length, columns: columns.length };
  const at = selected?.to;
  const select = (place: CellPosition, isExtending: boolean) => {
    setSelected((before) => (isExtending && before ? { ...before, to: place } : { from: place, to: place }));
    if (!scroller.current) return;
    revealRow(scroller.current, place.row, rowHeight, rowHeight);
    revealColumn(scroller.current, place.column, columnWidths);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    if (event.key === 'Enter' && at) return onEnter(at);
    const next = moveCell(at, event.key, size, { isFar: event.ctrlKey || event.metaKey, page: 20 });
    if (next) {
      event.preventDefault();
      select(next, event.shiftKey);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setSelected({ from: { row: 0, column: 0 }, to: { row: size.rows - 1, column: size.columns - 1 } });
    }
  };
  const onCopy = (event: ClipboardEvent) => {
    if (!selected || size.rows === 0) return;
    event.preventDefault();
    const text = textOfCells(cellsOf(selected), (row, column) => textAt(rows, columns, row, column));
    event.clipboardData.setData('text/plain', text);
  };
  return { selected, at, select, onKeyDown, onCopy };
}

/** Values are copied as the answer has them, with all digits and without separators; days without their midnight. */
function textAt(rows: readonly Row[], columns: readonly Column[], row: number, index: number): string {
  const text = String(rows[row]?.[index] ?? '');
  return columns[index]?.type === 'time' ? text.replace(/T00:00:00\.000$/, '') : text;
}

function revealColumn(scroller: HTMLElement, column: number, columnWidths: readonly number[]): void {
  const left = columnWidths.slice(0, column).reduce((sum, width) => sum + width, 0);
  const width = columnWidths[column] ?? 0;
  if (left < scroller.scrollLeft) scroller.scrollLeft = left;
  else if (left + width > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = left + width - scroller.clientWidth;
}
