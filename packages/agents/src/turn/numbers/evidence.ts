/** A result of a query, as far as numbers are looked up in it. */
export interface ShownResult {
  readonly columns: readonly { readonly name: string; readonly type: string; readonly isPercent?: boolean }[];
  /** Numbers are texts with all their digits. */
  readonly rows: readonly (readonly unknown[])[];
  /** Rows of the whole result. */
  readonly totalRows: number;
}

/** The evidence of a run, by which the numbers of its answer are confirmed. */
export interface Evidence {
  readonly results: readonly ShownResult[];
  /** SQL of the queries that succeeded: limits, periods and bounds of filters. */
  readonly statements: readonly string[];
  /** The question of the user: years, and numbers of rows and of days. */
  readonly question: string;
  /** Texts of the model of data that the run has read; a number is quoted from them with the words next to it. */
  readonly descriptions: readonly string[];
  /** The numbers of views, members and values in results of tools. */
  readonly counts: readonly number[];
  /**
   * Texts of people. An answer may repeat their numbers by quoting the whole text, next to the name of its author; a
   * text without an author is the user's own.
   */
  readonly quotes?: readonly { readonly text: string; readonly author?: string }[];
  /** The current year. */
  readonly year: number;
}

/** A number of a result. */
export interface ResultNumber {
  readonly value: number;
  readonly units: bigint;
  readonly scale: number;
  /** Counts are no shares. */
  readonly mayBePercent: boolean;
  /** The column holds percentages: 12.5 is written `12.5%`. */
  readonly isPercent: boolean;
  readonly result: number;
  readonly row: number;
  readonly column: number;
}

const cellForm = /^([+-]?)(\d{1,400})(?:\.(\d{1,400}))?(?:e([+-]?\d{1,3}))?$/i;

/** @returns `undefined` for what is no number */
function decimalOf(value: unknown): { readonly units: bigint; readonly scale: number } | undefined {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const [, sign, whole, fraction = '', exponent = '0'] = cellForm.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const scale = fraction.length - Number(exponent);
  const units = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Returns all numbers of results, also those in columns of text: ids and postal codes. */
export function cellsOf(results: readonly ShownResult[]): readonly ResultNumber[] {
  return results.flatMap(({ columns, rows }, result) =>
    rows.flatMap((cells, row) =>
      cells.flatMap((given, column): readonly ResultNumber[] => {
        const decimal = decimalOf(given);
        if (!decimal) return [];
        const { type = 'Double', isPercent = false } = columns[column] ?? {};
        const value = Number(decimal.units) / 10 ** decimal.scale;
        const place = { result, row, column };
        return [
          {
            ...decimal,
            value,
            mayBePercent: type !== 'Int64',
            isPercent,
            ...place,
          },
        ];
      }),
    ),
  );
}

/** Returns texts of results that contain digits, as names of products and rooms do; the longest first. */
export function labelsOf({ results }: Pick<Evidence, 'results'>): readonly string[] {
  const labels = new Set<string>();
  for (const { rows } of results)
    for (const row of rows)
      for (const cell of row)
        if (typeof cell === 'string' && cell.length <= 200 && /\d/.test(cell) && /\p{L}/u.test(cell) && !isTime(cell))
          labels.add(cell);
  return [...labels].toSorted((a, b) => b.length - a.length).slice(0, 2_000);
}

const isTime = (text: string) => /^\d{4}-\d{2}-\d{2}/.test(text);

export const isNumeric = (type: string): boolean => type === 'Double' || type === 'Int64';

/** Returns how many rows and values results have: those that an answer may count. */
export function countsOf({ results, counts }: Pick<Evidence, 'results' | 'counts'>): ReadonlySet<number> {
  const known = new Set(counts);
  const several = results.filter(({ totalRows }) => totalRows !== 1); // that there is one row says nothing
  for (const { columns, rows, totalRows } of several) {
    known.add(totalRows);
    known.add(rows.length);
    if (rows.length < totalRows) continue;
    columns.forEach(({ type }, column) => {
      if (!isNumeric(type)) known.add(new Set(rows.map((row) => row[column])).size);
    });
  }
  return known;
}

/** Returns the years that the run knows of: of times in results, of periods of queries, of the question, and today's. */
export function yearsOf({ results, statements, question, year }: Evidence): ReadonlySet<string> {
  const texts = [
    question,
    ...statements,
    ...results.flatMap(({ rows }) =>
      rows.flatMap((row) => row.filter((cell): cell is string => typeof cell === 'string' && isTime(cell))),
    ),
  ];
  return new Set([String(year), ...texts.flatMap((text) => text.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g) ?? [])]);
}

const digits = /(?<![\p{L}\d_.])\d{1,15}(?:\.\d{1,9})?(?![\d_])/gu;

/** Returns the numbers that a question names, and those of limits, bounds and intervals of queries. */
export function askedNumbers({ question, statements }: Pick<Evidence, 'question' | 'statements'>): {
  readonly inQueries: ReadonlySet<number>;
  readonly asked: ReadonlySet<number>;
} {
  const outside = statements.map((sql) => {
    const withoutPlaces = sql.replaceAll(
      /\b(?:group|order)\s+by\s+\d+(?:\s+(?:asc|desc))?(?:\s*,\s*\d+(?:\s+(?:asc|desc))?)*/gi,
      ' ',
    );
    return withoutPlaces.replaceAll(/'(?:[^']|'')*'|"[^"]*"/g, ' ');
  });
  const intervals = statements.flatMap((sql) => sql.match(/interval\s*'[^']*'/gi) ?? []);
  const numbersIn = (texts: readonly string[]) => texts.flatMap((text) => (text.match(digits) ?? []).map(Number));
  const inQueries = numbersIn(outside);
  return { inQueries: new Set(inQueries), asked: new Set([...inQueries, ...numbersIn([question, ...intervals])]) };
}
