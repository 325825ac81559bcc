import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Column, formatValue } from '@orrery/charts';
import { csvLineOf, csvText, csvValue } from '@orrery/kernel';

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff';

/** Cells after which other work gets a turn: some milliseconds of work. */
const [cellsAtOnce, formattedAtOnce] = [16_384, 512];

type CsvCell = string | number | boolean | null;

/** A column of the file, and where its values are. */
export interface FileColumn extends Column {
  /** Position in the rows; absent: it has the text that comes with them. */
  readonly at?: number;
}

/** Rows in lines of JSON: `{"data":[["new","3"],...]}`. */
export interface ChunkOfRows {
  /** Whole lines. */
  readonly bytes: Uint8Array;
  /** Position of their query. */
  readonly of: number;
  /** The value of the column that has no position. */
  readonly text?: string;
}

export interface CsvForm {
  readonly columns: readonly FileColumn[];
  readonly isFormatted: boolean;
  readonly locale: string | undefined;
  /** Bound on the rows of the file. */
  readonly mostRows: number;
  /** Says after so many rows of each query that there may be more; absent: they are all. */
  endOf(counts: readonly number[]): string | undefined;
}

/**
 * Writes the rows as CSV while they come.
 *
 * @param linesUntil lines until no further row has a place @throws why they end early
 */
export async function* csvBody(
  linesUntil: (isFull: () => boolean) => AsyncIterable<ChunkOfRows>,
  form: CsvForm,
): AsyncGenerator<Uint8Array, void> {
  const { columns, mostRows, endOf } = form;
  const write = rowWriter(form);
  const step = Math.max(
    1,
    Math.floor((form.isFormatted ? formattedAtOnce : cellsAtOnce) / Math.max(1, columns.length)),
  );
  yield Buffer.from(byteOrderMark + csvLineOf(columns.map(({ title, name }) => csvText(title ?? name))));
  let count = 0;
  const counts: number[] = [];
  for await (const { bytes, of, text } of linesUntil(() => count > mostRows)) {
    const rows = rowsIn(bytes);
    const shown = rows.slice(0, Math.max(0, mostRows - count));
    count += rows.length;
    counts[of] = (counts[of] ?? 0) + rows.length;
    for (let from = 0; from < shown.length; from += step) {
      const some = shown.slice(from, from + step);
      yield Buffer.from(some.map((row) => write(row, text)).join(''));
      await nextTurn(); // rows come many at a time, and all at once where they are kept
    }
  }
  const end = endOf(counts);
  if (end !== undefined) yield Buffer.from(csvLineOf([csvText(end)]));
}

function rowWriter({ columns, isFormatted, locale }: CsvForm) {
  const cells = columns.map((column) => {
    const isNumber = column.type === 'number';
    // All values of a column have the same parts: what they are is not known before the last one.
    const shown =
      column.type === 'time' && column.granularity === undefined ? { ...column, granularity: 'second' } : column;
    return (value: CsvCell) => {
      if (!isFormatted || value === null || value === '') return csvValue(value, isNumber);
      return csvText(formatValue(value, shown, locale));
    };
  });
  return (row: readonly CsvCell[], text: string | undefined) =>
    csvLineOf(
      columns.map(({ at }, index) => cells[index]?.(at === undefined ? (text ?? null) : (row[at] ?? null)) ?? ''),
    );
}

function rowsIn(bytes: Uint8Array): readonly (readonly CsvCell[])[] {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .split('\n')
    .flatMap((line) =>
      line === '' ? [] : (JSON.parse(line) as { readonly data: readonly (readonly CsvCell[])[] }).data,
    ); // as they were just written
}
