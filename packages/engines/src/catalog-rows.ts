import type { ResultStream } from './engine.ts';

/** A row of a source's catalog, as text. */
export type CatalogRow = readonly (string | null)[];

/** Reads the rows of a statement without booleans. */
export async function catalogRows({ batches }: ResultStream): Promise<readonly CatalogRow[]> {
  const rows: CatalogRow[] = [];
  for await (const { rowCount, columns } of batches) {
    for (let row = 0; row < rowCount; row += 1) rows.push(columns.map((column) => textOf(column[row])));
  }
  return rows;
}

/** Groups rows that begin with a schema and a table, see `tableKey`. */
export function byTable(rows: readonly CatalogRow[]): ReadonlyMap<string, readonly CatalogRow[]> {
  return Map.groupBy(rows, ([schema, name]) => tableKey(schema, name));
}

export function tableKey(schema: string | null | undefined, name: string | null | undefined): string {
  return JSON.stringify([schema, name]);
}

function textOf(value: string | boolean | null | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
