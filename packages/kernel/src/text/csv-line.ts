/**
 * Writes a line of CSV (RFC 4180). Spreadsheets evaluate a cell that begins like a formula, so such a cell begins with
 * an apostrophe instead.
 */
export function csvLine(cells: readonly string[]): string {
  return csvLineOf(cells.map(csvText));
}

/** @param cells texts as the file holds them */
export function csvLineOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

export function csvText(text: string): string {
  const plain = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  // Quotes cells with a semicolon or a tab too: some spreadsheets split at them.
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A value of an answer. A number may begin with a minus; text that only looks like a number stays text. */
export function csvValue(value: string | number | boolean | null, isNumber: boolean): string {
  if (value === null) return '';
  const text = String(value);
  return isNumber && decimal.test(text) ? text : csvText(text);
}
