import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Column, formatValue } from '@orrery/charts';
import { csvLineOf, csvText, csvValue } from '@orrery/kernel';
import { CsvRows } from './csv-rows.ts';

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\ufeff';

/** Cells after which other work gets a turn: some milliseconds of work. */
const [cellsAtOnce, formattedAtOnce] = [32_768, 512];

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
  const { columns, isFormatted, mostRows, endOf } = form;
  const rowsOf = isFormatted ? formattedRows(form) : plainRows(form);
  yield Buffer.from(byteOrderMark + csvLineOf(columns.map(({ title, name }) => csvText(title ?? name))));
  let count = 0;
  const counts: number[] = [];
  for await (const chunk of linesUntil(() => count > mostRows)) {
    const before = count;
    for (const { csv, rowCount } of rowsOf(chunk, mostRows - before)) {
      count += rowCount;
      if (csv.byteLength > 0) yield csv;
      await nextTurn(); // rows come many at a time, and all at once where they are kept
    }
    counts[chunk.of] = (counts[chunk.of] ?? 0) + count - before;
  }
  const end = endOf(counts);
  if (end !== undefined) yield Buffer.from(csvLineOf([csvText(end)]));
}

/** Writes the rows of a chunk, as many as are shown, and counts all of them. */
type WriteRows = (
  chunk: ChunkOfRows,
  shown: number,
) => Iterable<{ readonly csv: Uint8Array; readonly rowCount: number }>;

const rowsAtOnce = (cells: number, { columns }: CsvForm) =>
  Math.max(1, Math.floor(cells / Math.max(1, columns.length)));

function plainRows(form: CsvForm): WriteRows {
  const rows = new CsvRows(form.columns);
  const step = rowsAtOnce(cellsAtOnce, form);
  return function* (chunk, shown) {
    rows.open(chunk.bytes);
    for (let from = 0; ; from += step) {
      const written = rows.write(step, shown - from, chunk.text);
      if (written.rowCount > 0) yield written;
      if (written.rowCount < step) return;
    }
  };
}

function formattedRows(form: CsvForm): WriteRows {
  const write = rowWriter(form);
  const step = rowsAtOnce(formattedAtOnce, form);
  return function* ({ bytes, text }, shown) {
    const rows = rowsIn(bytes);
    for (let from = 0; from < rows.length; from += step) {
      const some = rows.slice(from, from + step);
      const csv = some
        .slice(0, Math.max(0, shown - from))
        .map((row) => write(row, text))
        .join('');
      yield { csv: Buffer.from(csv), rowCount: some.length };
    }
  };
}

function rowWriter({ columns, locale }: CsvForm) {
  const cells = columns.map((column) => {
    const isNumber = column.type === 'number';
    // All values of a column have the same parts: what they are is not known before the last one.
    const shown =
      column.type === 'time' && column.granularity === undefined ? { ...column, granularity: 'second' } : column;
    return (value: CsvCell) => {
      if (value === null || value === '') return csvValue(value, isNumber);
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
