import type { Answer } from '../answer/index.ts';
import type { PlacedStatement } from './place-statement.ts';
import type { StatementProvenance } from './provenance/index.ts';
import { RowLines, type RowPage, type StatementCell } from './row-lines.ts';
import type { ColumnOrigin, ShownType, StatementColumn } from './statement-columns.ts';

export interface StatementRowsColumn extends Omit<StatementColumn, 'column_type'>, ColumnOrigin {
  readonly type: ShownType;
  /** The type as in the lines of `/v1/cubesql`. */
  readonly columnType: StatementColumn['column_type'];
}

/** The rows of a statement, in memory. */
export interface StatementRows {
  readonly kind: 'rows';
  readonly columns: readonly StatementRowsColumn[];
  /** All of them, or those of the page that was asked for. Numbers are texts with all their digits. */
  readonly rows: readonly (readonly StatementCell[])[];
  /** Other rows of the answer, and what tells it from answers with other rows. */
  readonly lines: Pick<RowLines, 'rowCount' | 'page' | 'hash'>;
  /** Number of rows without the bound of the caller, where it was asked for. */
  readonly totalRows?: number;
  /** When the data was read, in epoch milliseconds. */
  readonly refreshedAt: number;
  /** Present where it was asked for. */
  readonly provenance?: StatementProvenance;
}

const allRows: RowPage = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** Reads the lines of an answer. */
export function rowsOf(answer: Answer, placed: PlacedStatement, page: RowPage = allRows): StatementRows {
  const { total, refreshedAt } = answer;
  const lines = RowLines.of(answer);
  const counted = total === undefined ? {} : { totalRows: total };
  return { kind: 'rows', columns: typedColumns(placed), rows: lines.page(page), lines, refreshedAt, ...counted };
}

/** The columns of a statement, before it is run. */
export function typedColumns({ columns, types, origins }: PlacedStatement): readonly StatementRowsColumn[] {
  return columns.map(({ column_type: columnType, ...column }, index) => {
    const origin = origins[index] ?? { isConstant: false };
    return { ...column, columnType, type: types[index] ?? 'string', ...origin };
  });
}
