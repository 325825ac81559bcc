type ComparedCell = unknown;

interface ComparedRows {
  readonly rows: readonly (readonly ComparedCell[])[];
  readonly totalRows: number;
}

/** Wider results are not compared column by column. */
const mostColumns = 20;
/** Bound on the work of one comparison on the thread of other requests. */
const usualCells = 1_000_000;

/**
 * Whether a result contains the rows of another one: the same number of rows, and for each column of `wanted` a column
 * of `given` with the same values in the same rows. The order of rows, the names of columns and further columns of
 * `given` do not matter; numbers are compared to 4 significant digits.
 */
export function hasSameRows(wanted: ComparedRows, given: ComparedRows): boolean {
  return sameRows(wanted, given, usualCells) === true;
}

/**
 * Compares like `hasSameRows`, with a bound.
 *
 * @param mostCells the maximum number of cells that are compared
 * @returns `undefined` when the bound is too small for a result
 */
export function sameRows(wanted: ComparedRows, given: ComparedRows, mostCells: number): boolean | undefined {
  if (wanted.totalRows !== given.totalRows || wanted.rows.length !== given.rows.length) return false;
  const width = wanted.rows[0]?.length ?? 0;
  const others = given.rows[0]?.length ?? 0;
  if (wanted.rows.length === 0) return true;
  if (width > others || others > mostColumns) return false;
  const columnsOf = ({ rows }: ComparedRows, count: number) =>
    Array.from({ length: count }, (_, column) => rows.map((row) => comparableCell(row[column])));
  const [left, right] = [columnsOf(wanted, width), columnsOf(given, others)];
  const sorted = (column: readonly string[]) => column.toSorted().join('\0');
  const sortedRight = right.map(sorted);
  const candidates = left.map((column) => {
    const own = sorted(column);
    return sortedRight.flatMap((each, index) => (each === own ? [index] : []));
  });
  if (candidates.some((each) => each.length === 0)) return false;
  let cells = mostCells;
  const wantedTuples = new Map<number, string>();
  const tuplesOfWanted = (count: number): string => {
    const known = wantedTuples.get(count) ?? tuples(left.slice(0, count));
    wantedTuples.set(count, known);
    return known;
  };
  const agrees = (chosen: readonly number[]): boolean => {
    cells -= wanted.rows.length * chosen.length;
    return cells > 0 && tuples(chosen.map((index) => right[index] ?? [])) === tuplesOfWanted(chosen.length);
  };
  const fits = (chosen: readonly number[]): boolean => {
    const options = candidates[chosen.length];
    if (!options) return agrees(chosen);
    return options.some((index) => {
      if (cells <= 0 || chosen.includes(index)) return false;
      const next = [...chosen, index];
      // Columns with the same values are told apart by those beside them.
      const isClear = options.length === 1 || next.length === width;
      return (isClear || agrees(next)) && fits(next);
    });
  };
  const isFound = fits([]);
  return isFound || cells > 0 ? isFound : undefined;
}

function tuples(columns: readonly (readonly string[])[]): string {
  const [first = []] = columns;
  return first
    .map((_, row) => JSON.stringify(columns.map((column) => column[row])))
    .toSorted()
    .join('\n');
}

/** Text that is the same for cells that count as equal. */
export function comparableCell(cell: ComparedCell): string {
  if (cell === null || cell === undefined) return 'null';
  const text = String(cell).trim();
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(number)) return `number ${Number(number.toPrecision(4))}`;
  return `text ${/^\d{4}-\d{2}-\d{2}[T ]/.test(text) ? text.replace(' ', 'T').replace(/(?:T00:00:00)?(?:\.0+)?Z?$/, '') : text}`;
}
