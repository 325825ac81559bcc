/** A cell of a table, counted from 0. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** Cells between two, in any order, both included. */
export interface CellRange {
  readonly from: CellPosition;
  readonly to: CellPosition;
}

interface TableSize {
  readonly rows: number;
  readonly columns: number;
}

/** The same cells, from the first to the last one. */
export function rangeOf({ from, to }: CellRange): CellRange {
  return {
    from: { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
    to: { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
  };
}

/** Rows of cells that a range has. */
export function cellsOf(range: CellRange): readonly (readonly CellPosition[])[] {
  const { from, to } = rangeOf(range);
  return Array.from({ length: to.row - from.row + 1 }, (_, row) =>
    Array.from({ length: to.column - from.column + 1 }, (__, column) => ({
      row: from.row + row,
      column: from.column + column,
    })),
  );
}

/** Cells as text with tabs and lines, as spreadsheets take them. */
export function textOfCells(
  cells: readonly (readonly CellPosition[])[],
  textOf: (row: number, column: number) => string,
): string {
  return cells.map((line) => line.map(({ row, column }) => quoted(textOf(row, column))).join('\t')).join('\n');
}

/** A text with tabs or lines stays one cell. */
function quoted(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

interface CellMove {
  /** Whether the move goes to the edge of the table. */
  readonly isFar: boolean;
  /** Rows of a page. */
  readonly page: number;
}

/** @returns the cell that a key leads to; `undefined` for keys that lead nowhere, and in an empty table */
export function moveCell(
  at: CellPosition | undefined,
  key: string,
  size: TableSize,
  { isFar, page }: CellMove,
): CellPosition | undefined {
  if (size.rows === 0 || size.columns === 0) return undefined;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
    ArrowUp: [isFar ? -size.rows : -1, 0],
    ArrowDown: [isFar ? size.rows : 1, 0],
    ArrowLeft: [0, isFar ? -size.columns : -1],
    ArrowRight: [0, isFar ? size.columns : 1],
    PageUp: [-page, 0],
    PageDown: [page, 0],
    Home: [isFar ? -size.rows : 0, -size.columns],
    End: [isFar ? size.rows : 0, size.columns],
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (!step) return undefined;
  if (!at) return { row: 0, column: 0 };
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return { row: within(at.row + step[0], last.row), column: within(at.column + step[1], last.column) };
}
