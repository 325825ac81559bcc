import { type Column, type Row, withOverride } from '@orrery/charts';
import { csvOf } from '../answer/index.ts';
import { type Settings, settingsOf } from './dashboard.ts';
import { publishedTable } from './published-table.ts';
import type { TileData } from './rows.ts';

/** Settings of a report for the display of its rows. */
export interface DisplaySettings {
  readonly title: string;
  readonly kind: string | null;
  readonly spec: unknown;
  readonly columnFormats: unknown;
}

interface PublishedReport extends Pick<DisplaySettings, 'kind' | 'spec'> {
  readonly title: string | null;
  readonly name: string | null;
  readonly preferences: { readonly columnFormats?: Settings | null | undefined } | null;
}

/** Texts of the states of a chart. */
export const tileTexts = {
  noRows: 'No rows.',
  noReport: 'The report of this chart is not there any more.',
  again: 'Try again',
  truncated: (rows: number) => (rows === 1 ? 'Only the first row.' : `Only the first ${rows.toLocaleString()} rows.`),
  notFollowed: (count: number) =>
    count === 1 ? '1 filter does not apply.' : `${count.toLocaleString()} filters do not apply.`,
} as const;

/** Reads the display settings of a published report. */
export function shownOf({ title, name, kind, spec, preferences }: PublishedReport): DisplaySettings {
  return { title: title || name || '', kind, spec, columnFormats: preferences?.columnFormats };
}

/** Applies the formats of a report to columns. */
export function columnsOf({ columnFormats }: Pick<DisplaySettings, 'columnFormats'>, columns: readonly Column[]) {
  const formats = settingsOf(columnFormats);
  return columns.map((column) => {
    const format = Object.hasOwn(formats, column.name) ? formats[column.name] : undefined;
    return withOverride(column, format as Parameters<typeof withOverride>[1]); // checked when it was published
  });
}

/** Makes a table of rows, without the hidden columns of a table. */
export function shownTable(
  { kind, spec }: Pick<DisplaySettings, 'kind' | 'spec'>,
  columns: readonly Column[],
  rows: readonly Row[],
) {
  return publishedTable(kind === 'table' ? spec : undefined, columns, rows);
}

/** Writes the rows of a tile as CSV, without the hidden columns of a table. */
export function csvOfTile(shown: DisplaySettings, given: readonly Column[], all: readonly Row[]): string {
  const { columns, rows } = shownTable(shown, given, all);
  return csvOf(columns, rows);
}

/** Lists remarks that a user needs to read the rows. @param unapplied number of filters that the rows do not follow */
export function notesOf(
  { rows, isTruncated }: TileData,
  unapplied: number,
  texts: Pick<typeof tileTexts, 'truncated' | 'notFollowed'> = tileTexts,
): readonly string[] {
  return [
    ...(isTruncated && rows ? [texts.truncated(rows.length)] : []),
    ...(unapplied > 0 ? [texts.notFollowed(unapplied)] : []),
  ];
}

/** Whether a second request may succeed for a chart without rows. */
export function mayHelpAgain({ code }: TileData): boolean {
  return code !== 'content.source-sql' && code !== 'dashboard.no-query';
}
