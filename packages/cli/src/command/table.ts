type TableCell = string | number | boolean | null;

export interface PrintedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
}

/** Renders columns as wide as their widest cell; numbers in wire form are aligned to the right. */
export function renderTable({ columns, rows }: PrintedTable): string {
  const texts = rows.map((row) => row.map((cell) => printable(cell === null ? '' : String(cell))));
  const widths = columns.map((name, index) => Math.max(name.length, ...texts.map((row) => row[index]?.length ?? 0)));
  const isNumeric = columns.map((_, index) => texts.every((row) => /^(-?\d+(\.\d+)?)?$/.test(row[index] ?? '')));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (isNumeric[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(columns), rule, ...texts.map(line)].join('\n');
}

/** Makes terminal control characters visible, so that they have no effect. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));
}

/** Formats epoch milliseconds for people and programs; an empty text when there are none. */
export function instantText(instant: number | undefined): string {
  return instant === undefined ? '' : new Date(instant).toISOString();
}

/** RFC 4180, one header line. A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export function renderCsv({ columns, rows }: PrintedTable): string {
  const lines = [columns, ...rows].map((row) => row.map(csvCell).join(','));
  return lines.join('\r\n');
}

function csvCell(cell: TableCell): string {
  if (cell === null) return '';
  const text = String(cell);
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
