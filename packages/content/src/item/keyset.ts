import { type RawBuilder, sql } from 'kysely';

/** What a list is sorted by of one row, its number last, so that no two rows have the same. */
export type Key = readonly (number | string)[];

/** The part of a list that comes after a row. */
export interface KeysetRange {
  readonly after?: Key | undefined;
  readonly most: number;
}

/** Whether a row comes after another one in a list that is sorted by these columns, all in one direction. */
export function comesAfter(columns: readonly string[], key: Key, direction: 'asc' | 'desc'): RawBuilder<boolean> {
  const row = sql.join(columns.map((column) => sql.ref(column)));
  const than = direction === 'asc' ? sql`>` : sql`<`;
  return sql`(${row}) ${than} (${sql.join(key)})`;
}
