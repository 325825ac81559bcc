import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** One numbered step, forward only, the same on both stores. */
export interface Migration {
  // A step knows the tables of its time, which no current type describes.
  // oxlint-disable-next-line no-explicit-any
  up(database: Kysely<any>, types: ColumnTypes): Promise<void>;
}

export type MigrationStep = Migration['up'];

/** Column types that differ between the two stores. */
export interface ColumnTypes {
  /** Type of a reference to a `numbered` column in a table that grows without bound. */
  readonly largeNumber: 'integer' | 'bigint';
  /** A primary key that numbers itself and never reuses a number. */
  readonly numbered: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}

export const columnTypes: Readonly<Record<'sqlite' | 'postgres', ColumnTypes>> = {
  sqlite: { largeNumber: 'integer', numbered: (column) => column.primaryKey().autoIncrement() },
  postgres: { largeNumber: 'bigint', numbered: (column) => column.primaryKey().generatedByDefaultAsIdentity() },
};
