import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** One numbered step, forward only, the same on both stores. */
export interface Migration {
  // A step knows the tables of its time, which no type describes any more.
  // oxlint-disable-next-line no-explicit-any
  up(database: Kysely<any>, types: ColumnTypes): Promise<void>;
}

/** What the two stores write differently. */
export interface ColumnTypes {
  /** Of a `numbered` column in a table that grows for ever. */
  readonly largeNumber: 'integer' | 'bigint';
  /** A primary key that numbers itself and never gives a number twice. */
  readonly numbered: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}

export const columnTypes: Readonly<Record<'sqlite' | 'postgres', ColumnTypes>> = {
  sqlite: { largeNumber: 'integer', numbered: (column) => column.primaryKey().autoIncrement() },
  postgres: { largeNumber: 'bigint', numbered: (column) => column.primaryKey().generatedByDefaultAsIdentity() },
};
