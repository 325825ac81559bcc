import type { Answer } from '../answer/index.ts';
import type { PlacedStatement } from './place-statement.ts';
import type { ShownType } from './statement-columns.ts';

type StatementCell = string | number | boolean | null;

/** The rows of a statement, in memory. */
export interface StatementRows {
  readonly kind: 'rows';
  readonly columns: readonly { readonly name: string; readonly type: ShownType }[];
  /** Numbers are texts with all their digits. */
  readonly rows: readonly (readonly StatementCell[])[];
  /** Number of rows without the bound of the caller, where it was asked for. */
  readonly totalRows?: number;
  /** When the data was read, in epoch milliseconds. */
  readonly refreshedAt: number;
}

/** Reads the lines of an answer. */
export function rowsOf({ data, total, refreshedAt }: Answer, { columns, types }: PlacedStatement): StatementRows {
  const lines = Buffer.concat(data).toString('utf8').split('\n');
  const rows = lines.flatMap((line) => {
    if (line === '') return [];
    return (JSON.parse(line) as { readonly data: readonly (readonly StatementCell[])[] }).data; // as it was just written
  });
  const typed = columns.map(({ name }, index) => ({ name, type: types[index] ?? 'string' }) as const);
  return { kind: 'rows', columns: typed, rows, refreshedAt, ...(total === undefined ? {} : { totalRows: total }) };
}
