import type { DuckDBConnection, JS } from '@duckdb/node-api';

/** Rows of a statement by the names of their columns. */
export async function ask(
  connection: DuckDBConnection,
  text: string,
): Promise<readonly Readonly<Record<string, JS>>[]> {
  return (await connection.runAndReadAll(text)).getRowObjectsJS();
}

export interface ReadColumn {
  readonly name: string;
  readonly type: string;
}

/** Columns of a read as DuckDB settles them from its sample. */
export async function columnsOf(connection: DuckDBConnection, call: string): Promise<readonly ReadColumn[]> {
  const prepared = await connection.prepare(`SELECT * FROM ${call}`);
  try {
    return Array.from({ length: prepared.columnCount }, (_, index) => ({
      name: prepared.columnName(index),
      type: String(prepared.columnType(index)),
    }));
  } finally {
    prepared.destroySync();
  }
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
