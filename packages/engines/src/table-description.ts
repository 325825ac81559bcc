import type { ColumnType } from './engine.ts';

/** Facts that a data source knows about a table: enough to write a model for it, without guesses. */
export interface TableDescription extends TableName {
  /** Whether the plain name, without the schema, finds this table. */
  readonly isOnPath: boolean;
  readonly kind: 'table' | 'view';
  readonly comment?: string;
  /** The source's estimate; missing when it keeps no count, as for views. */
  readonly estimatedRows?: number;
  /** Columns in their order in the table. */
  readonly columns: readonly ColumnDescription[];
  /** Columns of the primary key in its order, empty without one. */
  readonly primaryKey: readonly string[];
  /** Other sets of columns that are unique by a constraint or a complete (not partial) index over plain columns. */
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** A bound of a list of tables. */
export interface TableBounds {
  readonly tables: number;
  /** The number of columns of all its tables together. */
  readonly columns: number;
}

/** The first tables of a source, by name. */
export interface FirstTables {
  readonly tables: readonly TableDescription[];
  /** Whether there are more tables. */
  readonly isCut: boolean;
}

/** @param tables one more than `most` allows, where there are more */
export function firstTables(tables: readonly TableDescription[], most: TableBounds): FirstTables {
  let columns = 0;
  const tooMany = tables.findIndex((table, index) => {
    columns += table.columns.length;
    return index >= most.tables || columns > most.columns;
  });
  return tooMany === -1 ? { tables, isCut: false } : { tables: tables.slice(0, tooMany), isCut: true };
}

/** Names as the source stores them: not quoted, letter case kept. */
export interface TableName {
  readonly schema: string;
  readonly name: string;
}

export interface ColumnDescription {
  readonly name: string;
  /** The source's own name of the type, such as `numeric(10,2)`. */
  readonly engineType: string;
  /**
   * Type of the values in queries; missing for types that no query can group by or compare, such as blobs and arrays.
   */
  readonly type?: ColumnType;
  readonly isNullable: boolean;
  readonly comment?: string;
}

/** `columns` and `referencedColumns` correspond by position. */
export interface ForeignKey {
  readonly columns: readonly string[];
  readonly references: TableName;
  readonly referencedColumns: readonly string[];
}
