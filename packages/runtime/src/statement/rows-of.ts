import type { Answer } from '../answer/index.ts';
import type { PlacedStatement } from './place-statement.ts';
import type { StatementProvenance } from './provenance/index.ts';
import type { ColumnOrigin, ShownType, StatementColumn } from './statement-columns.ts';

type StatementCell = string | number | boolean | null;

interface StatementRowsColumn extends Omit<StatementColumn, 'column_type'>, ColumnOrigin {
  readonly type: ShownType;
  /** As the lines of `/v1/cubesql` tell it. */
  readonly columnType: StatementColumn['column_type'];
}

/** The rows of a statement, in memory. */
export interface StatementRows {
  readonly kind: 'rows';
  readonly columns: readonly StatementRowsColumn[];
  /** Numbers are texts with all their digits. */
  readonly rows: readonly (readonly StatementCell[])[];
  /** Number of rows without the bound of the caller, where it was asked for. */
  readonly totalRows?: number;
  /** When the data was read, in epoch milliseconds. */
  readonly refreshedAt: number;
  /** Present where it was asked for. */
  readonly provenance?: StatementProvenance;
}

/** Reads the lines of an answer. */
export function rowsOf(
  { data, total, refreshedAt }: Answer,
  { columns, types, origins }: PlacedStatement,
): StatementRows {
  const lines = Buffer.concat(data).toString('utf8').split('\n');
  const rows = lines.flatMap((line) => {
    if (line === '') return [];
    return (JSON.parse(line) as { readonly data: readonly (readonly StatementCell[])[] }).data; // as it was just written
  });
  const typed = columns.map(({ column_type: columnType, ...column }, index): StatementRowsColumn => {
    const origin = origins[index] ?? { isConstant: false };
    return { ...column, columnType, type: types[index] ?? 'string', ...origin };
  });
  return { kind: 'rows', columns: typed, rows, refreshedAt, ...(total === undefined ? {} : { totalRows: total }) };
}
