/**
 * A line of CSV (RFC 4180). Spreadsheets take a cell that begins like a formula for one, so it begins with an apostrophe
 * instead.
 */
export function csvLine(cells: readonly string[]): string {
  return csvLineOf(cells.map(csvText));
}

/** @param cells as they stand in a file */
export function csvLineOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

export function csvText(text: string): string {
  const plain = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  // Some spreadsheets take a semicolon or a tab for the end of a cell.
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
