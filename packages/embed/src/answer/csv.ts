import type { Column, Row, Value } from '@orrery/charts';

/** Text of a table in CSV. Texts that a spreadsheet would take for a formula begin with an apostrophe. */
export function csvOf(columns: readonly Column[], rows: readonly Row[]): string {
  const head = columns.map(({ title, name }) => cellOf(title ?? name, false)).join(',');
  const lines = rows.map((row) =>
    row.map((value, index) => cellOf(value, columns[index]?.type === 'number')).join(','),
  );
  return `${[head, ...lines].join('\r\n')}\r\n`;
}

function cellOf(value: Value, isNumber: boolean): string {
  const text = value === null || value === undefined ? '' : String(value);
  const isPlainNumber = isNumber && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
  const safe = !isPlainNumber && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  // Quotes cells with a semicolon or a tab too: spreadsheets that split at them would take what follows for a formula.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Saves a text, or a file that the server made, as if the viewer had followed a link to it. */
export function download(name: string, csv: string | Blob): void {
  const file = typeof csv === 'string' ? new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }) : csv;
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: `${fileName(name)}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function fileName(name: string): string {
  return (
    name
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .slice(0, 80) || 'data'
  );
}
