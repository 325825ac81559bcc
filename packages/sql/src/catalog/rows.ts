/** A value of a column; an array is a list of its items. */
export type CatalogValue = string | number | boolean | null | readonly (string | number)[];

/** The values of a column: one for all rows, or one a row. */
export type CatalogValues = { readonly all: CatalogValue } | readonly CatalogValue[];

/** Rows of a relation, column by column; columns that are not named are NULL. */
export interface CatalogRows {
  readonly count: number;
  readonly columns: Readonly<Record<string, CatalogValues>>;
}

export const noRows: CatalogRows = { count: 0, columns: {} };

/** Rows of a relation with others behind them. */
export function withRows(first: CatalogRows, others: CatalogRows): CatalogRows {
  if (others.count === 0) return first;
  const names = new Set([...Object.keys(first.columns), ...Object.keys(others.columns)]);
  const valuesOf = (name: string) => [first, others].flatMap((rows) => listedColumn(rows, name));
  return {
    count: first.count + others.count,
    columns: Object.fromEntries([...names].map((name) => [name, valuesOf(name)])),
  };
}

function listedColumn({ count, columns }: CatalogRows, name: string): readonly CatalogValue[] {
  const values = columns[name] ?? { all: null };
  return 'all' in values ? Array.from({ length: count }, () => values.all) : values;
}

/** Rows that are written one by one. @param shared values that all of them have */
export function rowsFrom(
  rows: readonly Readonly<Record<string, CatalogValue>>[],
  shared: Readonly<Record<string, CatalogValue>> = {},
): CatalogRows {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return {
    count: rows.length,
    columns: {
      ...Object.fromEntries(Object.entries(shared).map(([name, all]) => [name, { all }])),
      ...Object.fromEntries([...names].map((name) => [name, rows.map((row) => row[name] ?? null)])),
    },
  };
}
